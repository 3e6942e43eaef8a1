/** A save that failed, as the form shows it: the sentence of §8 or that the outcome is unknown, what the server said, and its errors at their fields. */
import type { TranslateFunction } from 'ra-core'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import type { SaveOutcome } from '../../forms/record/RecordForm'

export function refusalOf(error: unknown, failed: string, translate: TranslateFunction): SaveOutcome {
  const { errors } = failureBody(error)
  const why = error instanceof Error ? translate(error.message, { _: error.message }) : ''
  return {
    kind: 'refused',
    message: isOutcomeUnknown(error) ? translate('records.form.unknown') : failed,
    ...(why && why !== failed ? { detail: why } : {}),
    ...(errors ? { errors } : {}),
  }
}
