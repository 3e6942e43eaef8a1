/** Saving a record through ra-core's `save` (of `EditBase` and `CreateBase`), and what the form shows when that fails. */
import { type TranslateFunction, useSaveContext } from 'ra-core'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import type { Values } from '../../forms/record/formValues'
import type { Refusal } from '../../forms/record/RecordForm'

/** ra-core's `save` resolves whether it fails or not; this one resolves to the saved record or rejects with the error. */
export function useSave(): (data: Values) => Promise<Values> {
  const { save } = useSaveContext()
  return data =>
    new Promise((resolve, reject) => {
      const sent = save?.(data, { onSuccess: record => resolve(record ?? data), onError: reject })
      // `onSuccess` is not called once the screen has been left.
      void Promise.resolve(sent).then(() => resolve(data))
    })
}

/**
 * A failed save for the form: the sentence of §8, that the outcome is unknown if it is, the server's message, and its errors at
 * their fields.
 *
 * @param failed the sentence of §8
 */
export function refusalOf(error: unknown, failed: string, translate: TranslateFunction): Refusal {
  const { errors } = failureBody(error)
  const reason = error instanceof Error ? translate(error.message, { _: error.message }) : ''
  const unknown = isOutcomeUnknown(error) ? translate('records.form.unknown') : ''
  const detail = [unknown, reason === failed ? '' : reason].filter(Boolean).join('\n')
  return {
    message: failed,
    ...(detail ? { detail } : {}),
    ...(errors ? { errors } : {}),
  }
}
