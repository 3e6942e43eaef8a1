/** What became of an order, or of one of its targets (decision 32). */
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

/** Why a target failed: a code of ours has a sentence; anything else is in the device's own words. */
export function useReasonText(): (reason: string) => string {
  const translate = useTranslate()
  return reason => (/^[a-z]+$/.test(reason) ? translate(`orders.reason.${reason}`, { _: reason }) : reason)
}
