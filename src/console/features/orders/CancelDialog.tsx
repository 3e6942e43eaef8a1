/** The question before waiting targets are cancelled, with their number; what is on its way to a device goes on. */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useId } from 'react'
import type { Order } from '../../../contract/orders'
import { useFleet } from '../../api/verbs'

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
  const title = useId()
  const text = useId()
  const figure = count.toLocaleString('ko-KR')
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
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      onClose={isPending ? undefined : onClose}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title}>{translate('orders.cancel.question', { count: figure })}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text} sx={{ fontSize: 14 }}>
          {translate('orders.cancel.body')}
        </DialogContentText>
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error.message}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose} disabled={isPending} autoFocus>
          {translate('orders.cancel.no')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={isPending}
          loadingPosition="start"
          startIcon={<span />}
          onClick={() => mutate()}
        >
          {translate('orders.cancel.yes', { count: figure })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
