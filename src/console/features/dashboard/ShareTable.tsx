/** Names, their devices, and how many of them are online. Only the rows in sight are drawn: there may be thousands. */
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useStore, useTranslate } from 'ra-core'
import { useMemo, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Words } from '../../../engine/compiled'
import { useWords } from '../../config'
import { percentOf } from './figures'
import { ROW_HEIGHT, VISIBLE_ROWS } from './layout'
import { BY_DEVICES, ordered, SHARE_COLUMNS, type Share, type ShareOrder, turned } from './shareOrder'
import { useNumbers } from './useNumbers'

interface Props {
  /** Under which the user's order is kept. */
  name: string
  label: Words
  rows: readonly Share[]
  vendor: boolean
  full: boolean
  linkOf: (row: Share) => string | undefined
}

export function ShareTable({ name, label, rows, vendor, full, linkOf }: Props) {
  const translate = useTranslate()
  const words = useWords()
  const [order, setOrder] = useStore<ShareOrder>(`dashboard.order.${name}`, BY_DEVICES)
  const sorted = useMemo(() => ordered(rows, order), [rows, order])
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  const drawn = virtual.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  // Where there is no room beside the name, the vendor stands beneath it.
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const beside = vendor && !phone
  const columns = SHARE_COLUMNS.filter(column => column !== 'vendor' || beside)

  return (
    <Box
      ref={box}
      role="group"
      aria-label={words(label)}
      // What scrolls must be reached by the keyboard.
      tabIndex={0}
      sx={{
        flex: full ? 1 : 'none',
        minHeight: 0,
        overflow: 'auto',
        maxHeight: full ? 'none' : ROW_HEIGHT * (VISIBLE_ROWS + 1),
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Table
        size="small"
        stickyHeader
        aria-label={words(label)}
        aria-rowcount={sorted.length + 1}
        sx={{
          tableLayout: 'fixed',
          '& td, & th': { px: { xs: 1, sm: 1.5 } },
          '& th:first-of-type, & td:first-child': { pl: { xs: 2, sm: 2.5 } },
        }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {columns.map(column => (
              <TableCell
                key={column}
                align={isNumber(column) ? 'right' : 'left'}
                sortDirection={order.by === column ? order.order : false}
                sx={{ width: WIDTH[column], whiteSpace: 'nowrap' }}
              >
                <TableSortLabel
                  active={order.by === column}
                  direction={order.by === column ? order.order : 'desc'}
                  onClick={() => setOrder(turned(order, column))}
                >
                  {translate(`dashboard.table.${column}`)}
                </TableSortLabel>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {above > 0 && <Room height={above} columns={columns.length} />}
          {drawn.map(({ index, key }) => (
            <ShareRow
              key={key}
              measure={virtual.measureElement}
              index={index}
              row={sorted[index]!}
              vendor={beside ? 'beside' : vendor ? 'beneath' : 'none'}
              to={linkOf(sorted[index]!)}
            />
          ))}
          {below > 0 && <Room height={below} columns={columns.length} />}
        </TableBody>
      </Table>
    </Box>
  )
}

const isNumber = (column: string) => column === 'devices' || column === 'linked'
const WIDTH = { name: 'auto', vendor: '28%', devices: 100, linked: 116 } as const

/** What is not drawn takes its room. */
function Room({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} style={{ padding: 0, border: 0 }} />
    </tr>
  )
}

interface RowProps {
  row: Share
  index: number
  vendor: 'beside' | 'beneath' | 'none'
  to: string | undefined
  measure: (element: HTMLTableRowElement | null) => void
}

function ShareRow({ row, index, vendor, to, measure }: RowProps) {
  const { count, percent } = useNumbers()
  const share = percentOf(row.linked, row.devices)
  return (
    <TableRow ref={measure} data-index={index} aria-rowindex={index + 2} sx={{ height: ROW_HEIGHT }}>
      <TableCell component="th" scope="row">
        {to ? (
          <Link component={RouterLink} to={to} color="inherit" underline="hover">
            {row.name}
          </Link>
        ) : (
          row.name
        )}
        {vendor === 'beneath' && (
          <Box sx={{ color: 'text.secondary', fontSize: 12, fontWeight: 400 }}>{row.vendor}</Box>
        )}
      </TableCell>
      {vendor === 'beside' && <TableCell sx={{ color: 'text.secondary' }}>{row.vendor}</TableCell>}
      <TableCell align="right">{count(row.devices)}</TableCell>
      <TableCell align="right">
        {count(row.linked)}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {percent(share)}
        </Box>
        <Box
          aria-hidden
          data-colour
          sx={{ height: 3, mt: 0.5, borderRadius: 1, bgcolor: 'action.hover', overflow: 'hidden' }}
        >
          <Box sx={{ height: '100%', bgcolor: 'success.main' }} style={{ width: `${share}%` }} />
        </Box>
      </TableCell>
    </TableRow>
  )
}
