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

type Counts = Readonly<Record<OrderStatus, number>>

/** The status of an order. If only some of its devices have failed, it says how many: "일부 실패 5/12". */
export function OrderResultWord({ counts, status }: { counts: Counts; status: OrderStatus }) {
  const translate = useTranslate()
  const { success, failure } = counts
  if (status !== 'failure' || success === 0) return <OrderStatusWord status={status} />
  const text = translate('orders.partlyFailed', {
    failed: failure.toLocaleString('ko-KR'),
    total: (success + failure).toLocaleString('ko-KR'),
  })
  return <StatusDot tone="danger" label={text} />
}

/** How many devices of an order have answered: "응답 9/12". */
export function AnsweredCount({ counts: { success, failure, waiting, ongoing } }: { counts: Counts }) {
  const answered = success + failure
  return useTranslate()('orders.answered', {
    answered: answered.toLocaleString('ko-KR'),
    total: (answered + waiting + ongoing).toLocaleString('ko-KR'),
  })
}

/**
 * Returns a function that translates the reason of a failed target. Our codes are lower-case words; other text is the
 * device's own message and stays as it is.
 */
export function useReasonText(): (reason: string) => string {
  const translate = useTranslate()
  return reason => (/^[a-z]+$/.test(reason) ? translate(`orders.reason.${reason}`, { _: reason }) : reason)
}
