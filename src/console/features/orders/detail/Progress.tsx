/** How far an order has come, as a bar and in words; repeats it for failed targets, cancels waiting ones. */
import BlockOutlined from '@mui/icons-material/BlockOutlined'
import ReplayOutlined from '@mui/icons-material/ReplayOutlined'
import { Box, Button, Card, Typography } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { ORDER_STATUSES, orderStatus } from '../../../../domain/orders'
import { useFleet } from '../../../api/fleet'
import { useMayAccess } from '../../../auth/access'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog'
import { OrderStatusWord, STATUS_TONES } from '../../../ui/OrderStatusWord'
import { StatusDot } from '../../../ui/StatusDot'
import type { ShownOrder } from '../order'
import { useOrderPaths } from '../useOrderPaths'

/** The parts of the bar with their colours, from done to not begun. */
const BAR_PARTS = [
  ['success', 'success.main'],
  ['failure', 'error.main'],
  ['ongoing', 'primary.main'],
  ['waiting', 'transparent'],
] as const

export function Progress({ order }: { order: ShownOrder }) {
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
            // Rounded down: 100 % means all of them.
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
        {BAR_PARTS.filter(([status]) => order[status] > 0).map(([status, bgcolor]) => (
          <Box key={status} data-colour sx={{ flexGrow: order[status], minWidth: 4, bgcolor }} />
        ))}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        {ORDER_STATUSES.map(status => (
          <Box component="li" key={status}>
            <StatusDot
              tone={STATUS_TONES[status]}
              label={`${translate(`orders.state.${status}`)} ${figure(order[status])}`}
            />
          </Box>
        ))}
      </Box>
      <NextSteps order={order} />
    </Card>
  )
}

/** Sends the order again to failed targets, and cancels waiting ones; each where the server can. */
function NextSteps({ order }: { order: ShownOrder }) {
  const translate = useTranslate()
  const paths = useOrderPaths()
  const mayCompose = useMayAccess()('orders', 'create')
  const [asking, setAsking] = useState(false)
  const cancellable = order.cancellable ?? 0
  // A basic server sends no `aim`, and cannot list the failed targets either.
  const mayRepeat = mayCompose && order.failure > 0 && order.aim !== undefined
  if (!mayRepeat && cancellable === 0 && !asking) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {mayRepeat && (
        <Button
          component={Link}
          to={paths.compose('failed', order.id)}
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

interface CancelDialogProps {
  order: Order
  count: number
  onClose: () => void
}

/** The question before waiting targets are cancelled, with their number; targets on their way to a device go on. */
export function CancelDialog({ order, count, onClose }: CancelDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  // Fixed when the dialog opens: the order may be read again behind it, and has 0 left if the answer to a first attempt
  // was lost.
  const [figure] = useState(() => count.toLocaleString('ko-KR'))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fleet.cancelOrder(order.id),
    onSuccess: answer => {
      for (const name of ['orders', 'targets']) void queries.invalidateQueries({ queryKey: [name] })
      const done = answer && { count: answer.cancelled.toLocaleString('ko-KR') }
      notify(done ? translate('orders.cancel.done', done) : 'orders.cancel.lacking', {
        type: done ? 'success' : 'warning',
      })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      question={translate('orders.cancel.question', { count: figure })}
      body={translate('orders.cancel.body')}
      yes={translate('orders.cancel.yes', { count: figure })}
      no={translate('orders.cancel.no')}
      problem={error?.message}
      busy={isPending}
      onYes={() => mutate()}
      onClose={onClose}
    />
  )
}
