/** A save that failed, as the form shows it: the sentence of §8, that the outcome is unknown if it is, what the server said, and its errors at their fields. */
import type { TranslateFunction } from 'ra-core'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import type { SaveOutcome } from '../../forms/record/RecordForm'

export function refusalOf(error: unknown, failed: string, translate: TranslateFunction): SaveOutcome {
  const { errors } = failureBody(error)
  const why = error instanceof Error ? translate(error.message, { _: error.message }) : ''
  const details = [
    isOutcomeUnknown(error) ? translate('records.form.unknown') : '',
    why === failed ? '' : why,
  ]
  const detail = details.filter(Boolean).join('\n')
  return {
    kind: 'refused',
    message: failed,
    ...(detail ? { detail } : {}),
    ...(errors ? { errors } : {}),
  }
}
