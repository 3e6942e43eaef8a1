/**
 * The scroll container of a table. When it scrolls sideways, the columns with the checkboxes, the name and the buttons
 * stay in place. In a high window it also scrolls vertically, with a sticky header; in a low one the page scrolls
 * instead. It is focusable, so that the arrow keys scroll it.
 */
import { Box } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import { type ReactNode, useCallback } from 'react'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { useKeptScroll } from './useKeptScroll'

/** The classes of cells in sticky columns: the record's name, and its buttons. */
export const NAME_COLUMN = 'stays-start'
export const ACTIONS_COLUMN = 'stays-end'
/** The class of cells that show a state without its time, because other columns show the time. */
export const TIMED_ELSEWHERE = 'timed-elsewhere'
/** A selector without its leading dot: MUI's class for cells with a checkbox. */
const CHECKBOX_CELL = 'MuiTableCell-paddingCheckbox:first-of-type'

/** The height of a row, in px. */
export const rowHeight = (compact = false) => (compact ? 32 : 40)

interface TableRegionProps {
  label: string
  busy: boolean | undefined
  compact?: boolean
  children: ReactNode
}

export function TableRegion({ label, busy, compact = false, children }: TableRegionProps) {
  const keepScroll = useKeptScroll()
  const attach = useCallback(
    (region: HTMLElement | null) => {
      if (!region) return
      const cleanups = [measure(region), keepScroll(region)]
      return () => {
        for (const cleanup of cleanups) cleanup()
      }
    },
    [keepScroll],
  )
  return (
    <Box
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      ref={attach}
      sx={theme => ({
        overflowX: 'auto',
        // Contains visually hidden texts, which are absolutely positioned and would widen the page.
        position: 'relative',
        // A focused element scrolls into view beside the sticky columns, not under them.
        '& .MuiTableCell-root *': {
          scrollMarginLeft: 'calc(var(--checkbox-width, 0px) + var(--name-width, 0px) + 8px)',
          scrollMarginRight: 'calc(var(--actions-width, 0px) + 8px)',
        },
        [`& .${ACTIONS_COLUMN} ~ .MuiTableCell-root *`]: {
          scrollMarginLeft:
            'calc(var(--checkbox-width, 0px) + var(--name-width, 0px) + var(--actions-width, 0px) + 8px)',
          scrollMarginRight: 8,
        },
        // The doubled classes outweigh the two rules above.
        [`& .${NAME_COLUMN}.${NAME_COLUMN} *, & .${ACTIONS_COLUMN}.${ACTIONS_COLUMN} *, & .${CHECKBOX_CELL} *`]:
          {
            scrollMarginLeft: 0,
            scrollMarginRight: 0,
          },
        [TALL_SCREEN]: { overflowY: 'auto', minHeight: 0, scrollPaddingTop: 40 },
        // Fades the previous rows while the next ones are fetched.
        '& .RaDataTable-tbody': { opacity: busy ? 0.7 : 1, transition: 'opacity 120ms' },
        '& .MuiTableCell-root': {
          height: rowHeight(compact),
          py: 0,
          px: 0.75,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        },
        // Body cells are plain elements (`RecordRows`) and need the styles of MUI's `TableCell`.
        '& tbody .MuiTableCell-root': {
          ...theme.typography.body2,
          color: 'text.primary',
          textAlign: 'left',
          verticalAlign: 'inherit',
          borderBottom: 1,
          borderColor: 'divider',
        },
        '& tbody .MuiTableCell-alignRight': { textAlign: 'right' },
        '& tbody .MuiTableCell-alignCenter': { textAlign: 'center' },
        '& .MuiTableCell-paddingCheckbox.MuiTableCell-root': {
          width: 24,
          p: '0 8px 0 12px',
          '& > *': { p: 0 },
        },
        // Icons that appear on hover take no room: twenty columns have to fit.
        '& .MuiTableSortLabel-root': { position: 'relative' },
        '& .MuiTableSortLabel-icon': { position: 'absolute', left: '100%', mx: 0, fontSize: 14 },
        // The head of the column shows the unit instead.
        '& td .unit': { display: 'none' },
        [`& .${TIMED_ELSEWHERE} .since`]: { display: 'none' },
        '& td .linked > button': { mr: -1.5 },
        '& td .copy': { position: 'relative' },
        '& td .copy > span + svg': { position: 'absolute', left: '100%', width: 12, height: 12 },
        '& .MuiTableRow-root': { verticalAlign: 'middle' },
        '& .MuiTableRow-root:last-child > td': { borderBottom: 0 },
        // Sticky cells would lose collapsed borders.
        '& table': { borderCollapse: 'separate' },
        '& thead .MuiTableCell-root': { position: 'sticky', top: 0, zIndex: 2 },
        [`& .${NAME_COLUMN}, & .${ACTIONS_COLUMN}, & .${CHECKBOX_CELL}`]: {
          position: 'sticky',
          zIndex: 1,
          bgcolor: 'background.paper',
        },
        [`& thead .${NAME_COLUMN}, & thead .${ACTIONS_COLUMN}, & thead .${CHECKBOX_CELL}`]: { zIndex: 3 },
        [`& .${CHECKBOX_CELL}`]: { left: 0 },
        [`& .${NAME_COLUMN}`]: { left: 'var(--checkbox-width, 0px)' },
        [`& .${ACTIONS_COLUMN}`]: {
          left: 'calc(var(--checkbox-width, 0px) + var(--name-width, 0px))',
          right: 0,
        },
        // Sticky cells are opaque, so the row's translucent colour is painted on top of their background.
        [`& tbody .${NAME_COLUMN}, & tbody .${ACTIONS_COLUMN}, & tbody .${CHECKBOX_CELL}`]: {
          backgroundImage: 'linear-gradient(var(--row-colour, transparent), var(--row-colour, transparent))',
        },
        '& tbody tr > td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--rail, transparent)' },
        '& .rail-success': { '--rail': theme.palette.success.main },
        '& .rail-warning': { '--rail': theme.palette.warning.main },
        '& .rail-danger': { '--rail': theme.palette.error.main },
        '& .rail-neutral': { '--rail': theme.palette.divider },
        '& tbody tr:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        '& tbody .MuiTableRow-root[aria-current]': {
          bgcolor: 'action.selected',
          '--row-colour': theme.palette.action.selected,
        },
        '& tbody .MuiTableRow-root:hover': {
          bgcolor: 'action.hover',
          '--row-colour': theme.palette.action.hover,
        },
        '& tbody .MuiTableRow-root.Mui-selected': {
          bgcolor: 'action.selected',
          '--row-colour': theme.palette.action.selected,
        },
        [`&[data-wide] .${NAME_COLUMN}`]: { boxShadow: `1px 0 0 ${edgeColour(theme)}` },
        [`&[data-wide] .${ACTIONS_COLUMN}`]: {
          boxShadow: `-1px 0 0 ${edgeColour(theme)}, 1px 0 0 ${edgeColour(theme)}`,
        },
      })}
    >
      {children}
    </Box>
  )
}

/** The colour of the line along a sticky column. */
const edgeColour = (theme: Theme) => alpha(theme.palette.text.primary, 0.18)

/**
 * Sets the widths of the sticky columns as CSS variables, and `data-wide` if the table is wider than its container.
 * The observer is called when the layout is done, so reading sizes there is cheap. Writing is deferred until after the
 * paint, because it only matters for scrolling.
 *
 * @returns a function that stops measuring
 */
function measure(region: HTMLElement) {
  const widthOf = (name: string) => region.querySelector<HTMLElement>(`thead .${name}`)?.offsetWidth ?? 0
  let writeTimer: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(() => {
    const widths = {
      'checkbox-width': widthOf(CHECKBOX_CELL),
      'name-width': widthOf(NAME_COLUMN),
      'actions-width': widthOf(ACTIONS_COLUMN),
    }
    const isWide = region.scrollWidth > region.clientWidth
    clearTimeout(writeTimer)
    writeTimer = setTimeout(() => {
      region.toggleAttribute('data-wide', isWide)
      // Every cell inherits the variables. Without scrolling they are not needed, and setting them restyles all cells.
      if (!isWide) return
      for (const [name, width] of Object.entries(widths)) region.style.setProperty(`--${name}`, `${width}px`)
    })
  })
  observer.observe(region)
  const table = region.querySelector('table')
  if (table) observer.observe(table)
  return () => {
    clearTimeout(writeTimer)
    observer.disconnect()
  }
}
