/** The status of an order, or of one of its targets (decision 32), as a coloured dot with a word. */
import { useTranslate } from 'ra-core'
import type { OrderStatus } from '../../domain/orders'
import { StatusDot, type Tone } from './StatusDot'

export const STATUS_TONES: Record<OrderStatus, Tone> = {
  success: 'success',
  failure: 'danger',
  waiting: 'neutral',
  ongoing: 'primary',
}

export function OrderStatusWord({ status }: { status: OrderStatus }) {
  const translate = useTranslate()
  return <StatusDot tone={STATUS_TONES[status]} label={translate(`orders.state.${status}`)} />
}

/**
 * Returns a function that translates the reason of a failed target. Our codes are lower-case words; other text is the
 * device's own message and stays as it is.
 */
export function useReasonText(): (reason: string) => string {
  const translate = useTranslate()
  return reason => (/^[a-z]+$/.test(reason) ? translate(`orders.reason.${reason}`, { _: reason }) : reason)
}
