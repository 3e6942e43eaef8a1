/** The columns of the mailbox (§2): checkbox, star, the columns of config (start and end in one), and the status. */
import { Box, Checkbox } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useListContext } from 'ra-core'
import { Link } from 'react-admin'
import type { Order } from '../../../../contract/orders'
import { orderStatus } from '../../../../domain/orders'
import type { CompiledColumn, CompiledResource } from '../../../../engine/compiled'
import { useTranslate } from '../../../config'
import type { Column } from '../../../forms/list/column'
import { PeekButton } from '../../../forms/list/FieldCell'
import { ACTIONS_COLUMN, NAME_COLUMN } from '../../../forms/list/TableRegion'
import { useColumnOf } from '../../../forms/list/useConfigColumns'
import { OrderBar } from '../../../ui/OrderBar'
import { AnsweredCount, OrderResultWord } from '../../../ui/OrderStatusWord'
import { StatusDot } from '../../../ui/StatusDot'
import { Truncated } from '../../../ui/text/Truncated'
import { OrderStar, Period } from '../OrderFields'
import { ValueLine } from '../OrderValue'
import { nameOf } from '../order'
import { useChoiceWords } from '../useChoiceWords'
import { useOrderPaths } from '../useOrderPaths'

export function useMailColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  phone: boolean,
  /** Opens an order beside or below the list. */
  onPeek: (id: number) => void,
): Column<Order>[] {
  const translate = useTranslate()
  const columnOf = useColumnOf(resource, { onCard: phone })
  const wordsOf = useChoiceWords()
  const shownInTable = columns.filter(({ hidden }) => !hidden)
  const titleColumn = columns.find(({ field }) => field === resource.recordName) ?? shownInTable[0]
  const cardFields = resource.list?.phone ?? []
  const shownColumns = phone
    ? columns.filter(column => column === titleColumn || cardFields.includes(column.field))
    : shownInTable
  // §2: one cell shows start and end if config lists the end directly after the start.
  const isEnd = (index: number) =>
    shownColumns[index]?.field === 'expired' && shownColumns[index - 1]?.field === 'started'

  /** The column as config describes it; an order with several values shows them with titles instead of as JSON. */
  const cellsOf = (column: CompiledColumn): Column<Order> => {
    const configured = columnOf(column)
    if (column.field !== 'data') return configured
    const line = (lines: NonNullable<Order['dataLines']>) =>
      phone ? (
        <ValueLine lines={lines} />
      ) : (
        <Truncated width="36ch">
          <ValueLine lines={lines} />
        </Truncated>
      )
    return {
      ...configured,
      render: order =>
        order.dataLines ? line(order.dataLines) : configured.render({ ...order, data: wordsOf(order) }),
    }
  }

  const configColumns = shownColumns.map((column, index): Column<Order> => {
    const mailColumn: Column<Order> = { ...cellsOf(column), sortable: false }
    const end = shownColumns[index + 1]
    if (column === titleColumn) {
      const title = (order: Order) => <MailTitle order={order} />
      const truncatedTitle = (order: Order) => (
        <Truncated width={phone ? '100%' : '36ch'}>{title(order)}</Truncated>
      )
      return { ...mailColumn, className: NAME_COLUMN, onCard: 'subtitle', render: truncatedTitle }
    }
    if (end && isEnd(index + 1)) {
      const label = `${translate(column.label)} ~ ${columnOf(end).label}`
      return { ...mailColumn, label, isBlank: undefined, render: order => <Period order={order} /> }
    }
    if (!phone) return mailColumn
    // All cards have the same height: a long value is truncated.
    if (column.field === 'data') return { ...mailColumn, shrinks: true }
    return { ...mailColumn, render: order => <Truncated>{mailColumn.render(order)}</Truncated> }
  })

  const hiddenLabel = (text: string) => <Box sx={visuallyHidden}>{text}</Box>
  const peekColumn: Column<Order> = {
    name: 'row:actions',
    label: hiddenLabel(translate('forms.action.column')),
    align: 'right',
    className: ACTIONS_COLUMN,
    render: order => <PeekButton name={nameOf(order)} onClick={() => onPeek(order.id)} />,
  }
  return [
    {
      name: 'choose',
      label: hiddenLabel(translate('orders.column.choose')),
      padding: 'checkbox',
      onCard: 'start',
      render: order => <ChooseBox order={order} large={phone} />,
    },
    {
      name: 'star',
      label: hiddenLabel(translate('orders.column.star')),
      padding: 'checkbox',
      onCard: 'end',
      render: order => <OrderStar order={order} />,
    },
    ...configColumns.filter((_, index) => !isEnd(index)),
    {
      name: 'status',
      label: translate('orders.status'),
      onCard: 'title',
      render: order => (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', columnGap: 1 }}>
          <OrderBar counts={order} sx={{ width: 60, height: 6 }} />
          <OrderResultWord counts={order} status={orderStatus(order)} />
          {phone && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, fontWeight: 400 }}>
              <AnsweredCount counts={order} />
            </Box>
          )}
        </Box>
      ),
    },
    // Not on a phone, where a tap opens the order on the whole screen.
    ...(phone ? [] : [peekColumn]),
  ]
}

/** Replaces DataTable's checkbox, whose accessible name does not contain the order. */
function ChooseBox({ order, large }: { order: Order; large: boolean }) {
  const translate = useTranslate()
  const { selectedIds, onToggleItem } = useListContext()
  return (
    <Checkbox
      size={large ? 'medium' : 'small'}
      checked={selectedIds.includes(order.id)}
      onChange={() => onToggleItem(order.id)}
      sx={large ? { width: 44, height: 44 } : undefined}
      slotProps={{ input: { 'aria-label': translate('orders.choose', { title: nameOf(order) }) } }}
    />
  )
}

/** The order's name as a link; an unread order is bold and has a dot with a description. */
function MailTitle({ order }: { order: Order }) {
  const translate = useTranslate()
  const paths = useOrderPaths()
  const { id, unreaded } = order
  return (
    <Link
      to={paths.show(id)}
      data-mail-link
      color="text.primary"
      sx={{ fontWeight: unreaded ? 700 : 400, overflowWrap: 'anywhere' }}
    >
      {unreaded && (
        <>
          <StatusDot tone="primary" label="" description={translate('orders.unread')} />{' '}
        </>
      )}
      <span>{nameOf(order)}</span>
    </Link>
  )
}
