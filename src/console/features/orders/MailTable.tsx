/** The orders of the page as a table of mail (§2): checkbox, star, the columns of config; a click opens the order. */
import {
  Box,
  Card,
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { orderStatus } from '../../../domain/orders'
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { useColumnHead } from '../../forms/list/FieldCell'
import { SkeletonRows } from '../../ui/SkeletonRows'
import { HIDDEN } from '../../ui/StatusDot'
import { MailCell, MailTitle, mailColumns, mailLabel } from './MailCell'
import { MailStar } from './MailStar'
import { OrderStatusWord } from './OrderStatusWord'
import type { Mailbox } from './useMailbox'

interface MailTableProps {
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  mailbox: Mailbox
  /** The first orders are on their way. */
  loading: boolean
}

export function MailTable({ resource, columns, mailbox, loading }: MailTableProps) {
  const words = useWords()
  const headOf = useColumnHead()
  const translate = useTranslate()
  const { isPlaceholderData, perPage } = useListContext()
  const cells = mailColumns(columns)
  const named = namedBy(resource, columns)

  return (
    <Card>
      <TableContainer
        role="region"
        aria-label={words(resource.label)}
        aria-busy={loading || isPlaceholderData}
        tabIndex={0}
      >
        <Table size="small" sx={{ '& td, & th': { px: 1 } }}>
          <TableHead>
            <TableRow>
              <TableCell padding="checkbox">
                <Box component="span" sx={HIDDEN}>
                  {translate('orders.column.choose')}
                </Box>
              </TableCell>
              <TableCell padding="checkbox">
                <Box component="span" sx={HIDDEN}>
                  {translate('orders.column.star')}
                </Box>
              </TableCell>
              {cells.map(cell => (
                <TableCell key={cell.column.field} align={cell.column.align} sx={{ whiteSpace: 'nowrap' }}>
                  {mailLabel(words, cell, headOf)}
                </TableCell>
              ))}
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{translate('orders.status')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody sx={{ opacity: isPlaceholderData ? 0.7 : 1, transition: 'opacity 120ms' }}>
            {loading && <SkeletonRows rows={perPage} columns={cells.length + 3} />}
            {mailbox.orders.map(order => {
              const chosen = mailbox.chosen.includes(order)
              return (
                <TableRow
                  key={order.id}
                  data-mail={order.id}
                  selected={chosen}
                  onClick={event => {
                    if (!isControl(event.target)) mailbox.open(order)
                  }}
                  sx={{
                    cursor: 'pointer',
                    '&:last-child > td': { borderBottom: 0 },
                    '&:focus-within > td:first-of-type': { boxShadow: 'inset 3px 0 0 currentColor' },
                    '& > td': { height: 56 },
                    ...(order.unreaded && UNREAD),
                  }}
                >
                  <TableCell padding="checkbox">
                    <Checkbox
                      size="small"
                      checked={chosen}
                      onChange={() => mailbox.toggle(order)}
                      slotProps={{
                        input: {
                          'aria-label': translate('orders.choose', { title: order.title || order.caption }),
                        },
                      }}
                    />
                  </TableCell>
                  <TableCell padding="checkbox">
                    <MailStar order={order} onToggle={() => mailbox.star(order)} />
                  </TableCell>
                  {cells.map(cell => (
                    <TableCell
                      key={cell.column.field}
                      align={cell.column.align}
                      sx={WIDTHS[cell.column.field]}
                    >
                      {cell.column.field === named ? (
                        <MailTitle order={order} to={mailbox.pathOf(order)} />
                      ) : (
                        <MailCell resource={resource} order={order} cell={cell} />
                      )}
                    </TableCell>
                  ))}
                  <TableCell>
                    <OrderStatusWord status={orderStatus(order)} />
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  )
}

/** Beside the bold title and its dot. */
const UNREAD = { bgcolor: 'action.hover' } as const

/** Long texts take lines, not the table's width. */
const WIDTHS: Record<string, object> = {
  title: { minWidth: 160, maxWidth: 320 },
  caption: { minWidth: 96 },
  data: { minWidth: 96, maxWidth: 200 },
}

/** The column that names an order and leads into it. */
export function namedBy(resource: CompiledResource, columns: readonly CompiledColumn[]): string | undefined {
  return (columns.find(({ field }) => field === resource.recordName) ?? columns[0])?.field
}

/** Whether a click was meant for something in the row. */
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null
