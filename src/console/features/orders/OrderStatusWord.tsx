/** Where an order or a target of it stands, as a dot and a word (decision 32). */
import { useTranslate } from 'ra-core'
import type { OrderStatus } from '../../../domain/orders'
import { StatusDot, type Tone } from '../../ui/StatusDot'

export const TONES: Record<OrderStatus, Tone> = {
  success: 'success',
  failure: 'danger',
  waiting: 'neutral',
  ongoing: 'primary',
}

export function OrderStatusWord({ status }: { status: OrderStatus }) {
  const translate = useTranslate()
  return <StatusDot tone={TONES[status]} label={translate(`orders.state.${status}`)} />
}
