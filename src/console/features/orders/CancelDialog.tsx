/** The question before waiting targets are cancelled, with their number; what is on its way to a device goes on. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Order } from '../../../contract/orders'
import { useFleet } from '../../api/verbs'
import { ConfirmDialog } from '../../ui/ConfirmDialog'

interface CancelDialogProps {
  order: Order
  count: number
  onClose: () => void
}

export function CancelDialog({ order, count, onClose }: CancelDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  // As many as were asked about, although fewer may wait by now: none, where a try was done whose answer was lost.
  const [asked] = useState(count)
  const figure = asked.toLocaleString('ko-KR')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fleet.cancelOrder(order.id),
    onSuccess: answer => {
      void queries.invalidateQueries({ queryKey: ['orders'] })
      void queries.invalidateQueries({ queryKey: ['targets'] })
      notify(
        answer
          ? translate('orders.cancel.done', { count: answer.cancelled.toLocaleString('ko-KR') })
          : 'orders.cancel.lacking',
        { type: answer ? 'success' : 'warning' },
      )
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
