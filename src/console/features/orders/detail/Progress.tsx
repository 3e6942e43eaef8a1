/**
 * The progress of an order as a bar and in words; buttons to repeat it for failed targets and to cancel waiting ones.
 */
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
import { OrderBar } from '../../../ui/OrderBar'
import { AnsweredCount, OrderResultWord, STATUS_TONES } from '../../../ui/OrderStatusWord'
import { StatusDot } from '../../../ui/StatusDot'
import type { ShownOrder } from '../order'
import { useOrderPaths } from '../useOrderPaths'

export function Progress({ order }: { order: ShownOrder }) {
  const translate = useTranslate()
  const textId = useId()
  const { total } = order
  const done = order.success + order.failure
  const figure = (count: number) => count.toLocaleString('ko-KR')
  return (
    <Card component="section" aria-label={translate('orders.progress.title')} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
        <Typography variant="h2">
          <OrderResultWord counts={order} status={orderStatus(order)} />
        </Typography>
        <Typography id={textId} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <AnsweredCount counts={order} />
        </Typography>
      </Box>
      <Box
        role="progressbar"
        aria-labelledby={textId}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <OrderBar counts={order} sx={{ height: 12 }} />
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

/** Buttons that repeat the order for failed targets and cancel waiting ones, if the server supports it. */
function NextSteps({ order }: { order: ShownOrder }) {
  const translate = useTranslate()
  const paths = useOrderPaths()
  const mayCompose = useMayAccess()('orders', 'create')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const cancellable = order.cancellable ?? 0
  // A basic server (§7 only) sends no `aim` and cannot list the failed targets.
  const mayRepeat = mayCompose && order.failure > 0 && order.aim !== undefined
  if (!mayRepeat && cancellable === 0 && !isDialogOpen) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {mayRepeat && (
        <Button
          component={Link}
          to={paths.compose('failed', order.id)}
          variant="outlined"
          startIcon={<ReplayOutlined />}
        >
          <span>{translate('orders.failedAgain', { count: order.failure.toLocaleString('ko-KR') })}</span>
        </Button>
      )}
      {cancellable > 0 && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<BlockOutlined />}
          aria-haspopup="dialog"
          onClick={() => setDialogOpen(true)}
        >
          <span>{translate('orders.cancel.open', { count: cancellable.toLocaleString('ko-KR') })}</span>
        </Button>
      )}
      {isDialogOpen && (
        <CancelDialog order={order} count={cancellable} onClose={() => setDialogOpen(false)} />
      )}
    </Box>
  )
}

interface CancelDialogProps {
  order: Order
  count: number
  onClose: () => void
}

/** Asks before the waiting targets are cancelled. Targets that are being delivered are not cancelled. */
export function CancelDialog({ order, count, onClose }: CancelDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  // Fixed when the dialog opens: a refetch may change the count, to 0 if the response to a first attempt was lost.
  const [figure] = useState(() => count.toLocaleString('ko-KR'))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fleet.cancelOrder(order.id),
    onSuccess: response => {
      for (const name of ['orders', 'targets']) void queries.invalidateQueries({ queryKey: [name] })
      if (response) {
        const cancelled = response.cancelled.toLocaleString('ko-KR')
        notify(translate('orders.cancel.done', { count: cancelled }), { type: 'success' })
      } else notify('orders.cancel.lacking', { type: 'warning' })
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
