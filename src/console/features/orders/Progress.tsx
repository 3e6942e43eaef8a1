/** How far an order has come: a bar, the same in words, and what can still be done about it. */
import BlockOutlined from '@mui/icons-material/BlockOutlined'
import ReplayOutlined from '@mui/icons-material/ReplayOutlined'
import { Box, Button, Card, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ORDER_STATUSES, type OrderStatus, orderStatus } from '../../../domain/orders'
import { useMayAccess } from '../../auth/access'
import { useConfig } from '../../config'
import { StatusDot } from '../../ui/StatusDot'
import { CancelDialog } from './CancelDialog'
import { OrderStatusWord, TONES } from './OrderStatusWord'
import type { OrderShown } from './orderShown'
import { composePath } from './paths'

/** From what is over to what has not begun. */
const ORDER: readonly OrderStatus[] = ['success', 'failure', 'ongoing', 'waiting']
const COLOURS: Record<OrderStatus, string> = {
  success: 'success.main',
  failure: 'error.main',
  ongoing: 'primary.main',
  waiting: 'transparent',
}

export function Progress({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const words = useId()
  const { total } = order
  const done = order.success + order.failure
  const figure = (count: number) => count.toLocaleString('ko-KR')
  return (
    <Card component="section" aria-label={translate('orders.progress.title')} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
        <Typography variant="h2">
          <OrderStatusWord status={orderStatus(order)} />
        </Typography>
        <Typography id={words} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {translate('orders.progress.words', {
            total: figure(total),
            done: figure(done),
            // All but one of a million is not all of them.
            percent: total > 0 ? Math.floor((done / total) * 100) : 0,
          })}
        </Typography>
      </Box>
      <Box
        role="progressbar"
        aria-labelledby={words}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        sx={{
          display: 'flex',
          gap: '2px',
          height: 12,
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'action.hover',
          border: 1,
          borderColor: 'divider',
        }}
      >
        {ORDER.filter(status => order[status] > 0).map(status => (
          <Box
            key={status}
            data-colour
            sx={{ flexGrow: order[status], minWidth: 4, bgcolor: COLOURS[status] }}
          />
        ))}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        {ORDER_STATUSES.map(status => (
          <Box component="li" key={status}>
            <StatusDot
              tone={TONES[status]}
              label={`${translate(`orders.state.${status}`)} ${figure(order[status])}`}
            />
          </Box>
        ))}
      </Box>
      <Ways order={order} />
    </Card>
  )
}

/** Again to those that failed, and no more to those that wait; each where the server can. */
function Ways({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const { path = '' } = useConfig().resources.orders ?? {}
  const mayCompose = useMayAccess()('orders', 'create')
  const [asking, setAsking] = useState(false)
  const cancellable = order.cancellable ?? 0
  // A server that does not tell an order's targets cannot name those that failed.
  const again = mayCompose && order.failure > 0 && order.aim !== undefined
  if (!again && cancellable === 0 && !asking) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {again && (
        <Button
          component={Link}
          to={composePath(path, 'failed', order.id)}
          variant="outlined"
          startIcon={<ReplayOutlined />}
        >
          {translate('orders.failedAgain')}
        </Button>
      )}
      {cancellable > 0 && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<BlockOutlined />}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {translate('orders.cancel.open', { count: cancellable.toLocaleString('ko-KR') })}
        </Button>
      )}
      {asking && <CancelDialog order={order} count={cancellable} onClose={() => setAsking(false)} />}
    </Box>
  )
}
