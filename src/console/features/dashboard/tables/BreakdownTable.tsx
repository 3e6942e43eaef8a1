/**
 * A table of vendors, models or clients with their numbers of devices and of online devices. There may be thousands of
 * rows; only visible ones are rendered.
 *
 * Replaces react-admin's `DataTable`, which renders every row and would add 20 kB gzip to the dashboard, and `useList`,
 * which compares code units ("client 10" before "client 2"), first renders the rows unsorted, and serialises all of
 * them at each render (5 ms for 10,000 rows).
 */
import {
  Box,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useStore, useTranslate } from 'ra-core'
import { useMemo, useRef } from 'react'
import { Truncated } from '../../../ui/text/Truncated'
import { useIsPhone } from '../../../ui/useIsPhone'
import { MaybeLink } from '../deviceLink'
import { Sparkline } from '../history/Sparkline'
import type { Past } from '../history/usePast'
import { INSET, ROW_HEIGHT } from '../layout/styles'
import { percentOf, useNumbers } from '../numbers'
import {
  type BreakdownRow,
  COLUMNS,
  isNumeric,
  LARGEST_FIRST,
  nextOrder,
  type RowOrder,
  sortRows,
} from './breakdown'

interface Props {
  /** Part of the key under which the user's sort order is stored. */
  name: string
  label: string
  rows: readonly BreakdownRow[]
  full: boolean
  linkOf: (row: BreakdownRow) => string | undefined
  /** The last 24 hours of a row; without it there is no such column. */
  pastOf?: (row: BreakdownRow) => Past | undefined
}

/** The number of rows visible without scrolling. */
const VISIBLE_ROWS = 8

/** Column widths in px; the text columns share the remaining width. */
const WIDTH = { name: 'auto', vendor: 'auto', devices: 100, linked: 116 } as const
/** The minimum width of a text column in px; on narrower screens the table scrolls horizontally. */
const MIN_TEXT_WIDTH = 100
/** The width of the column with the last 24 hours, in px. */
const TREND_WIDTH = 84

export function BreakdownTable({ name, label, rows, full, linkOf, pastOf }: Props) {
  const translate = useTranslate()
  const { count } = useNumbers()
  const [order, setOrder] = useStore<RowOrder>(`dashboard.order.${name}`, LARGEST_FIRST)
  const sorted = useMemo(() => sortRows(rows, order), [rows, order])
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  const visibleRows = virtualizer.getVirtualItems()
  // On a phone the vendor is below the name.
  const phone = useIsPhone()
  const hasVendor = rows.some(({ vendor }) => vendor !== undefined)
  const hasTrend = pastOf !== undefined && !phone
  const columns = COLUMNS.filter(column => column !== 'vendor' || (hasVendor && !phone))

  return (
    <Box
      ref={box}
      role="group"
      aria-label={label}
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      sx={{
        flex: full ? 1 : 'none',
        minHeight: 0,
        overflow: 'auto',
        // Keeps a focused link from scrolling under the sticky header.
        scrollPaddingTop: ROW_HEIGHT,
        maxHeight: full ? 'none' : ROW_HEIGHT * (VISIBLE_ROWS + 1),
        '&:focus-visible': { outlineOffset: -2 },
        '& td, & th': { px: { xs: 1, sm: 1.5 } },
        '& th:first-of-type': { pl: INSET },
      }}
    >
      <Table
        size="small"
        stickyHeader
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        sx={{ tableLayout: 'fixed', minWidth: minWidthOf(columns) + (hasTrend ? TREND_WIDTH : 0) }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {columns.map(column => (
              <TableCell
                key={column}
                align={isNumeric(column) ? 'right' : 'left'}
                sortDirection={order.by === column && order.order}
                sx={{ width: WIDTH[column], whiteSpace: 'nowrap' }}
              >
                <TableSortLabel
                  active={order.by === column}
                  direction={order.by === column ? order.order : 'desc'}
                  onClick={() => setOrder(nextOrder(order, column))}
                >
                  {translate(`dashboard.table.${column}`)}
                </TableSortLabel>
              </TableCell>
            ))}
            {hasTrend && (
              <TableCell align="right" sx={{ width: TREND_WIDTH, whiteSpace: 'nowrap' }}>
                {translate('dashboard.history.trend')}
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          <Spacer height={visibleRows[0]?.start ?? 0} />
          {visibleRows.map(({ index, key }) => {
            const row = sorted[index]!
            return (
              <TableRow
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                sx={{ height: ROW_HEIGHT }}
              >
                <TableCell component="th" scope="row">
                  <Truncated>
                    <MaybeLink to={linkOf(row)}>{row.name}</MaybeLink>
                  </Truncated>
                  {hasVendor && phone && (
                    <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
                      <Truncated>{row.vendor}</Truncated>
                    </Box>
                  )}
                </TableCell>
                {columns.includes('vendor') && (
                  <TableCell sx={{ color: 'text.secondary' }}>
                    <Truncated>{row.vendor}</Truncated>
                  </TableCell>
                )}
                <TableCell align="right">{count(row.devices)}</TableCell>
                <TableCell align="right">
                  <Online {...row} />
                </TableCell>
                {hasTrend && (
                  <TableCell align="right">
                    <Sparkline past={pastOf(row)} linked={row.linked} />
                  </TableCell>
                )}
              </TableRow>
            )
          })}
          <Spacer height={virtualizer.getTotalSize() - (visibleRows.at(-1)?.end ?? 0)} />
        </TableBody>
      </Table>
    </Box>
  )
}

const minWidthOf = (columns: readonly (keyof typeof WIDTH)[]) =>
  columns
    .map(column => WIDTH[column])
    .reduce<number>((sum, width) => sum + (width === 'auto' ? MIN_TEXT_WIDTH : width), 0)

/** Fills the space of rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

function Online({ devices, linked }: BreakdownRow) {
  const { count, percent } = useNumbers()
  const share = percentOf(linked, devices)
  return (
    <>
      <span>{count(linked)}</span>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {percent(share)}
      </Box>
      <LinearProgress
        aria-hidden
        data-colour
        variant="determinate"
        color="success"
        value={share}
        sx={{ height: 3, mt: 0.5, bgcolor: 'action.hover' }}
      />
    </>
  )
}
