/** Cancels an order during its hold time: shows the remaining seconds, and disappears when the hold ends. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useFleet } from '../../api/fleet'
import { serverNow } from '../../serverClock'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import type { Notice } from '../../ui/notices/useNotice'
import { useNow } from '../../ui/time/useNow'
import type { RegisteredOrder } from './useRegister'

interface UndoButtonProps {
  order: RegisteredOrder
  /** Called with the notice to show when the attempt has ended, whether or not the order was cancelled. */
  onEnded: (notice: Notice, cancelled: boolean) => void
}

export function UndoButton({ order, onEnded }: UndoButtonProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const queries = useQueryClient()
  // Renders every 250 ms, so that the countdown skips no second.
  useNow(250)
  const seconds = Math.ceil(remainingHoldMs(order.holdUntil) / 1000)
  const { mutateAsync, isPending } = useMutation({
    // The button is not rendered without an id.
    mutationFn: () => fleet.cancelOrder(order.id ?? 0),
    onSuccess: response => {
      void queries.invalidateQueries({ queryKey: ['orders'] })
      // Nothing was left to cancel, or the server has no such endpoint.
      if (!response?.cancelled) return onEnded({ tone: 'error', text: translate('compose.undo.late') }, false)
      const count = response.cancelled.toLocaleString('ko-KR')
      onEnded({ tone: 'info', text: translate('compose.undo.done', { count }) }, true)
    },
    onError: ({ message }) => onEnded({ tone: 'error', text: message }, false),
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
      <span>{translate('compose.undo.button')}</span>
      {/* Screen readers would announce the countdown every second. */}
      <span aria-hidden>{`\u00a0${translate('compose.undo.left', { seconds })}`}</span>
    </BusyButton>
  )
}

/** The remaining hold time of an order, in milliseconds. */
export const remainingHoldMs = (holdUntil: string | undefined): number =>
  holdUntil ? Math.max(0, Date.parse(holdUntil) - serverNow().getTime()) : 0
