/** Cancels an order that is still held: counts the seconds down, and disappears when the hold ends. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useFleet } from '../../api/fleet'
import { serverNow } from '../../api/serverClock'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import type { Notice } from '../../ui/notices/useNotice'
import { useNow } from '../../ui/time/useNow'
import type { RegisteredOrder } from './useRegister'

interface UndoButtonProps {
  order: RegisteredOrder
  /** Shows what became of it. */
  onUndone: (notice: Notice, cancelled: boolean) => void
}

export function UndoButton({ order, onUndone }: UndoButtonProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const queries = useQueryClient()
  // Renders often enough that no second is skipped.
  useNow(250)
  const seconds = Math.ceil(holdLeft(order.holdUntil) / 1000)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => fleet.cancelOrder(order.id ?? 0),
    onSuccess: answer => {
      void queries.invalidateQueries({ queryKey: ['orders'] })
      // Nothing was left to cancel, or this server cannot.
      if (!answer?.cancelled) return onUndone({ tone: 'error', text: translate('compose.undo.late') }, false)
      const count = answer.cancelled.toLocaleString('ko-KR')
      onUndone({ tone: 'info', text: translate('compose.undo.done', { count }) }, true)
    },
    onError: ({ message }) => onUndone({ tone: 'error', text: message }, false),
  })
  const undo = useSingleFlight(() => mutateAsync().catch(() => undefined))
  if (order.id === undefined || (seconds <= 0 && !isPending)) return null
  return (
    <BusyButton
      color="inherit"
      size="small"
      variant="outlined"
      className="tabular"
      busy={isPending}
      onClick={() => void undo()}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {/* The number is for the eye: read out every second it would drown everything else. */}
      {translate('compose.undo.button')}
      <span aria-hidden>&nbsp;{translate('compose.undo.left', { seconds })}</span>
    </BusyButton>
  )
}

/** How long an order is still held, in milliseconds. */
export const holdLeft = (holdUntil: string | undefined): number =>
  holdUntil ? Math.max(0, Date.parse(holdUntil) - serverNow().getTime()) : 0
