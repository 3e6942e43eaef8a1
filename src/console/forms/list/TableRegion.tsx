/**
 * The one place where a table scrolls. Sideways always: the column that names a record and the one with its buttons stay. Down as
 * well where the window is high enough, the header staying; in a low one the page scrolls instead. Reached with the keyboard, so
 * that the arrows move it.
 */
import { Box } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { ROOMY } from '../../ui/low'

/** The columns that stay, as classes of their cells. */
export const NAMING = 'stays-start'
export const ACTING = 'stays-end'

interface TableRegionProps {
  label: string
  busy: boolean | undefined
  compact?: boolean
  children: ReactNode
}

export function TableRegion({ label, busy, compact = false, children }: TableRegionProps) {
  return (
    <Box
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      ref={measure}
      sx={theme => ({
        overflowX: 'auto',
        // What is there for screen readers alone is placed within it, and widens nothing outside.
        position: 'relative',
        // What gets the focus comes out from under what stays.
        '& .MuiTableCell-root *': {
          scrollMarginLeft: 'calc(var(--naming, 0px) + 8px)',
          scrollMarginRight: 'calc(var(--acting, 0px) + 8px)',
        },
        [`& .${ACTING} ~ .MuiTableCell-root *`]: {
          scrollMarginLeft: 'calc(var(--naming, 0px) + var(--acting, 0px) + 8px)',
          scrollMarginRight: 8,
        },
        [`& .${NAMING}.${NAMING} *, & .${ACTING}.${ACTING} *`]: { scrollMarginLeft: 0, scrollMarginRight: 0 },
        [ROOMY]: { overflowY: 'auto', minHeight: 0, scrollPaddingTop: 40 },
        // The rows of before, while the next ones come; still readable.
        '& .RaDataTable-tbody': { opacity: busy ? 0.7 : 1, transition: 'opacity 120ms' },
        '& .MuiTableCell-root': {
          height: compact ? 32 : 40,
          py: 0,
          px: 1.25,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        },
        '& .MuiTableRow-root:last-child > td': { borderBottom: 0 },
        // Lines belong to the cells, so that those of what stays go along.
        '& table': { borderCollapse: 'separate' },
        '& thead .MuiTableCell-root': { position: 'sticky', top: 0, zIndex: 2 },
        [`& .${NAMING}, & .${ACTING}`]: { position: 'sticky', zIndex: 1, bgcolor: 'background.paper' },
        [`& thead .${NAMING}, & thead .${ACTING}`]: { zIndex: 3 },
        [`& .${NAMING}`]: { left: 0 },
        [`& .${ACTING}`]: { left: 'var(--naming, 0px)', right: 0 },
        // Opaque, under the colour that the row has.
        [`& tbody .${NAMING}, & tbody .${ACTING}`]: {
          backgroundImage: 'linear-gradient(var(--row, transparent), var(--row, transparent))',
        },
        '& tbody .MuiTableRow-root:hover': { '--row': theme.palette.action.hover },
        '& tbody .MuiTableRow-root.Mui-selected': { '--row': theme.palette.action.selected },
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

/** Where the columns that scroll go under those that stay. */
const edge = (theme: Theme) => alpha(theme.palette.text.primary, 0.18)

/** Tells the styles how wide the columns are that stay, and whether there is anything beneath them. */
function measure(region: HTMLElement | null) {
  if (!region) return
  const widthOf = (name: string) => region.querySelector<HTMLElement>(`thead .${name}`)?.offsetWidth ?? 0
  const watch = new ResizeObserver(() => {
    region.style.setProperty('--naming', `${widthOf(NAMING)}px`)
    region.style.setProperty('--acting', `${widthOf(ACTING)}px`)
    region.toggleAttribute('data-wide', region.scrollWidth > region.clientWidth)
  })
  watch.observe(region)
  const table = region.querySelector('table')
  if (table) watch.observe(table)
  return () => watch.disconnect()
}
