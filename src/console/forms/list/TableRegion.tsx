/**
 * The scroll container of every table. It scrolls sideways: the boxes that choose rows, the column that names a record
 * and the one with its buttons stick. In a window that is high enough it also scrolls down, with a sticky header; in a
 * low one the page scrolls instead. It takes the focus, so that the arrow keys scroll it.
 */
import { Box } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import { type ReactNode, useCallback } from 'react'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { useKeptScroll } from './useKeptScroll'

/** The classes of the cells of sticky columns. */
export const NAMING = 'stays-start'
export const ACTING = 'stays-end'
/** The class that react-admin gives the cells of checkboxes. */
const CHOOSING = 'MuiTableCell-paddingCheckbox:first-of-type'

/** In px. */
export const rowHeight = (compact = false) => (compact ? 32 : 40)

interface TableRegionProps {
  label: string
  busy: boolean | undefined
  compact?: boolean
  children: ReactNode
}

export function TableRegion({ label, busy, compact = false, children }: TableRegionProps) {
  const keepScroll = useKeptScroll()
  const follow = useCallback(
    (region: HTMLElement | null) => {
      if (!region) return
      const stops = [measure(region), keepScroll(region)]
      return () => {
        for (const stop of stops) stop()
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
      ref={follow}
      sx={theme => ({
        overflowX: 'auto',
        // Visually hidden texts are positioned in it, and do not widen the page.
        position: 'relative',
        // Scrolls a focused element out from under the sticky columns.
        '& .MuiTableCell-root *': {
          scrollMarginLeft: 'calc(var(--choosing, 0px) + var(--naming, 0px) + 8px)',
          scrollMarginRight: 'calc(var(--acting, 0px) + 8px)',
        },
        [`& .${ACTING} ~ .MuiTableCell-root *`]: {
          scrollMarginLeft: 'calc(var(--choosing, 0px) + var(--naming, 0px) + var(--acting, 0px) + 8px)',
          scrollMarginRight: 8,
        },
        [`& .${NAMING}.${NAMING} *, & .${ACTING}.${ACTING} *, & .${CHOOSING} *`]: {
          scrollMarginLeft: 0,
          scrollMarginRight: 0,
        },
        [TALL_SCREEN]: { overflowY: 'auto', minHeight: 0, scrollPaddingTop: 40 },
        // The previous rows while the next ones are fetched; still readable.
        '& .RaDataTable-tbody': { opacity: busy ? 0.7 : 1, transition: 'opacity 120ms' },
        '& .MuiTableCell-root': {
          height: rowHeight(compact),
          py: 0,
          px: 1.25,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        },
        // Cells of records are no components of MUI (`RecordRows`).
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
        '& tbody .MuiTableCell-paddingCheckbox': { width: 24, p: '0 12px 0 16px', '& > *': { p: 0 } },
        '& .MuiTableRow-root': { verticalAlign: 'middle' },
        '& .MuiTableRow-root:last-child > td': { borderBottom: 0 },
        // Borders belong to the cells, so that sticky cells keep theirs.
        '& table': { borderCollapse: 'separate' },
        '& thead .MuiTableCell-root': { position: 'sticky', top: 0, zIndex: 2 },
        [`& .${NAMING}, & .${ACTING}, & .${CHOOSING}`]: {
          position: 'sticky',
          zIndex: 1,
          bgcolor: 'background.paper',
        },
        [`& thead .${NAMING}, & thead .${ACTING}, & thead .${CHOOSING}`]: { zIndex: 3 },
        [`& .${CHOOSING}`]: { left: 0 },
        [`& .${NAMING}`]: { left: 'var(--choosing, 0px)' },
        [`& .${ACTING}`]: { left: 'calc(var(--choosing, 0px) + var(--naming, 0px))', right: 0 },
        // Opaque, with the row's colour on top.
        [`& tbody .${NAMING}, & tbody .${ACTING}, & tbody .${CHOOSING}`]: {
          backgroundImage: 'linear-gradient(var(--row, transparent), var(--row, transparent))',
        },
        '& tbody .MuiTableRow-root:hover': { bgcolor: 'action.hover', '--row': theme.palette.action.hover },
        '& tbody .MuiTableRow-root.Mui-selected': {
          bgcolor: 'action.selected',
          '--row': theme.palette.action.selected,
        },
        [`&[data-wide] .${NAMING}`]: { boxShadow: `1px 0 0 ${edge(theme)}` },
        [`&[data-wide] .${ACTING}`]: {
          boxShadow: `-1px 0 0 ${edge(theme)}, 1px 0 0 ${edge(theme)}`,
        },
      })}
    >
      {children}
    </Box>
  )
}

/** The line along a sticky column. */
const edge = (theme: Theme) => alpha(theme.palette.text.primary, 0.18)

/**
 * Tells the styles the widths of the sticky columns, and whether the table is wider than its container. The observer is
 * called before each paint, with the layout done: all is read there, and written once the page is painted, since it
 * only matters to who scrolls.
 */
function measure(region: HTMLElement) {
  const widthOf = (name: string) => region.querySelector<HTMLElement>(`thead .${name}`)?.offsetWidth ?? 0
  let writing: ReturnType<typeof setTimeout> | undefined
  const watch = new ResizeObserver(() => {
    const widths = { choosing: widthOf(CHOOSING), naming: widthOf(NAMING), acting: widthOf(ACTING) }
    const isWide = region.scrollWidth > region.clientWidth
    clearTimeout(writing)
    writing = setTimeout(() => {
      region.toggleAttribute('data-wide', isWide)
      // Every cell inherits them: where nothing is beneath a sticky column they are not worth a restyling of all.
      if (!isWide) return
      for (const [name, width] of Object.entries(widths)) region.style.setProperty(`--${name}`, `${width}px`)
    })
  })
  watch.observe(region)
  const table = region.querySelector('table')
  if (table) watch.observe(table)
  return () => {
    clearTimeout(writing)
    watch.disconnect()
  }
}
