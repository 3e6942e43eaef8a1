/** The orders of the page as a table of mail (§2): checkbox, star, the columns of config; a click opens the order. */
import { Box, Card, Checkbox, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { orderStatus } from '../../../domain/orders'
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { useColumnHead } from '../../forms/list/FieldCell'
import { NAMING, TableRegion } from '../../forms/list/TableRegion'
import { Cut } from '../../ui/Cut'
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
      <TableRegion label={words(resource.label)} busy={loading || isPlaceholderData}>
        <Table size="small">
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
                <TableCell
                  key={cell.column.field}
                  align={cell.column.align}
                  className={cell.column.field === named ? NAMING : undefined}
                >
                  {mailLabel(words, cell, headOf)}
                </TableCell>
              ))}
              <TableCell>{translate('orders.status')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody sx={{ opacity: isPlaceholderData ? 0.7 : 1, transition: 'opacity 120ms' }}>
            {loading && <SkeletonRows rows={perPage} columns={cells.length + 3} height={56} />}
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
                  sx={theme => ({
                    cursor: 'pointer',
                    '&:last-child > td': { borderBottom: 0 },
                    '&:focus-within > td:first-of-type': { boxShadow: 'inset 3px 0 0 currentColor' },
                    '& > td.MuiTableCell-root': { height: 56 },
                    // Beside the bold title and its dot.
                    ...(order.unreaded && {
                      bgcolor: 'action.hover',
                      '--row': theme.palette.action.hover,
                    }),
                  })}
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
                      className={cell.column.field === named ? NAMING : undefined}
                    >
                      {cell.column.field === named ? (
                        <Cut width="36ch">
                          <MailTitle order={order} to={mailbox.pathOf(order)} />
                        </Cut>
                      ) : (
                        <MailCell resource={resource} order={order} cell={cell} oneLine />
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
      </TableRegion>
    </Card>
  )
}

/** The column that names an order and leads into it. */
export function namedBy(resource: CompiledResource, columns: readonly CompiledColumn[]): string | undefined {
  return (columns.find(({ field }) => field === resource.recordName) ?? columns[0])?.field
}

/** Whether a click was meant for something in the row. */
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null
