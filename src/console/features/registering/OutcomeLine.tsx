/**
 * The outcome of an order so far, on one line that changes as its devices answer: the steps of an order to one device,
 * or the progress of an order to many. Later steps already take their space, so that nothing moves.
 */
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useLocale, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { OrderBar } from '../../ui/OrderBar'
import { AnsweredCount, OrderResultWord, STATUS_TONES, useReasonText } from '../../ui/OrderStatusWord'
import { StatusDot } from '../../ui/StatusDot'
import { durationText } from '../../ui/time/duration'
import type { Outcome } from './useOutcome'

interface OutcomeLineProps {
  outcome: Outcome
  /** The button that sends the order again after a failure. */
  again?: ReactNode
}

export function OutcomeLine({ outcome, again }: OutcomeLineProps) {
  const { order, status } = outcome
  const reason = useReasonText()(outcome.reason ?? '')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        {order.total === 1 ? <Steps outcome={outcome} /> : <Progress outcome={outcome} />}
        {reason && order.failure > 0 && (
          <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {reason}
          </Box>
        )}
      </Box>
      {status === 'failure' && again}
    </Box>
  )
}

function Steps({ outcome: { status, durationMs } }: { outcome: Outcome }) {
  const translate = useTranslate()
  const locale = useLocale()
  const isFinished = status === 'success' || status === 'failure'
  const result = isFinished ? translate(`orders.state.${status}`) : translate('orders.outcome.pending')
  const seconds = status === 'success' && durationMs !== undefined && durationText(durationMs, locale)
  const steps = [
    { text: translate('orders.outcome.registered'), isReached: true },
    // Whether a failed order had reached its device is not known.
    ...(status === 'failure'
      ? []
      : [{ text: translate('orders.outcome.delivered'), isReached: status !== 'waiting' }]),
    { text: seconds ? `${result} (${seconds})` : result, isReached: isFinished },
  ]
  return (
    <>
      <Box component="span" sx={visuallyHidden}>
        {steps.findLast(({ isReached }) => isReached)?.text}
      </Box>
      <Box aria-hidden component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {steps.map(({ text, isReached }, index) => (
          <Box
            component="span"
            key={text}
            sx={{ display: 'flex', gap: 1, ...(!isReached && { color: 'text.secondary' }) }}
          >
            {index > 0 && <span>→</span>}
            {isFinished && index === steps.length - 1 ? (
              <StatusDot tone={STATUS_TONES[status]} label={text} />
            ) : (
              <span>{text}</span>
            )}
          </Box>
        ))}
      </Box>
    </>
  )
}

function Progress({ outcome: { order, status } }: { outcome: Outcome }) {
  return (
    <>
      <OrderBar counts={order} sx={{ width: 120, height: 8 }} />
      <OrderResultWord counts={order} status={status} />
      <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
        <AnsweredCount counts={order} />
      </Box>
    </>
  )
}
