/** The orders of the page on a phone: a card each, with a thumb's room for checkbox and star. */
import { Box, Card, Checkbox, Typography } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { ORDER_STATUSES, orderStatus } from '../../../domain/orders'
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { SkeletonCards } from '../../ui/SkeletonRows'
import { MailCell, MailTitle, mailColumns, mailLabel } from './MailCell'
import { MailStar } from './MailStar'
import { namedBy } from './MailTable'
import { OrderStatusWord } from './OrderStatusWord'
import type { Mailbox } from './useMailbox'

interface MailCardsProps {
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  mailbox: Mailbox
  loading: boolean
}

export function MailCards({ resource, columns, mailbox, loading }: MailCardsProps) {
  const words = useWords()
  const translate = useTranslate()
  const { isPlaceholderData, perPage } = useListContext()
  if (loading) return <SkeletonCards cards={perPage} />
  const named = namedBy(resource, columns)
  const phone = resource.list?.phone ?? []
  const cells = mailColumns(columns.filter(({ field }) => phone.includes(field) && field !== named))

  return (
    <Box
      component="ul"
      aria-label={words(resource.label)}
      aria-busy={isPlaceholderData}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
    >
      {mailbox.orders.map(order => (
        <Card
          key={order.id}
          component="li"
          data-mail={order.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: '44px minmax(0, 1fr) 44px',
            py: 0.5,
            ...(order.unreaded && { borderLeft: 3, borderLeftColor: 'primary.main' }),
          }}
        >
          <Checkbox
            checked={mailbox.chosen.includes(order)}
            onChange={() => mailbox.toggle(order)}
            sx={{ width: 44, height: 44 }}
            slotProps={{
              input: { 'aria-label': translate('orders.choose', { title: order.title || order.caption }) },
            }}
          />
          <Box sx={{ minWidth: 0, py: 1.25, display: 'grid', gap: 0.5 }}>
            <Typography component="span" sx={{ fontSize: 15 }}>
              <MailTitle order={order} to={mailbox.pathOf(order)} />
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 13 }}>
              <OrderStatusWord status={orderStatus(order)} />
              <Counts order={order} />
            </Box>
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.25, fontSize: 13 }}>
              {cells.map(cell => (
                <Box
                  key={cell.column.field}
                  sx={{ display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)' }}
                >
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    {mailLabel(words, cell)}
                  </Box>
                  <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
                    <MailCell resource={resource} order={order} cell={cell} />
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
          <MailStar order={order} onToggle={() => mailbox.star(order)} />
        </Card>
      ))}
    </Box>
  )
}

/** The five counts in words; those that are nothing stay away. */
function Counts({ order }: { order: Order }) {
  const translate = useTranslate()
  const parts = ORDER_STATUSES.filter(status => order[status] > 0).map(
    status => `${translate(`orders.state.${status}`)} ${order[status].toLocaleString('ko-KR')}`,
  )
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {[...parts, translate('orders.ofTotal', { total: order.total.toLocaleString('ko-KR') })].join(' · ')}
    </Box>
  )
}
