/** Hooks to save a record through ra-core's `save` (of `EditBase` and `CreateBase`) and to show errors in the form. */
import { useSaveContext, useTranslate } from 'ra-core'
import type { UseFormReturn } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { reasonOf } from '../../failure'
import { reasonBeside, showFieldErrors } from '../../forms/ConsoleForm'
import { formSections } from '../../forms/record/FormBody'
import type { Values } from '../../forms/record/formValues'

/** Returns a function like ra-core's `save`, which resolves even after an error. This one rejects after an error. */
export function useSave(): (data: Values, meta?: object) => Promise<Values> {
  const { save } = useSaveContext()
  return (data, meta) =>
    new Promise((resolve, reject) => {
      const saving = save?.(data, { meta, onSuccess: record => resolve(record ?? data), onError: reject })
      // ra-core does not call `onSuccess` after the screen has unmounted.
      void Promise.resolve(saving).then(() => resolve(data))
    })
}

/**
 * Shows the server's errors at their fields, and the others above the form (`RefusalAlert`): first `failed` (the
 * sentence of §8), then a hint if the outcome is unknown, then the server's message.
 */
export function useShowRefusal(resource: CompiledResource, writing: WriteContext) {
  const translate = useTranslate()
  return (form: UseFormReturn, error: unknown, failed: string): void => {
    const inputNames = formSections(resource, writing, form.getValues()).flatMap(({ presentFields }) =>
      presentFields.flatMap(({ field, presence }) => (presence === 'editable' ? field.name : [])),
    )
    const { errors = {} } = failureBody(error)
    // Errors of rows (`rows[0].name`) are shown at the cell or at the row.
    const rowErrors = Object.keys(errors).filter(key => inputNames.some(name => key.startsWith(`${name}[`)))
    const shownAtFields = showFieldErrors(form, [...inputNames, ...rowErrors], errors)
    const reason = translate(reasonOf(error))
    const details = [
      isOutcomeUnknown(error) ? translate('records.form.unknown') : '',
      reason === failed ? '' : reasonBeside(Object.keys(errors), errors, reason),
      ...Object.keys(errors).map(name => (shownAtFields.includes(name) ? '' : errors[name])),
    ]
    form.setError('root.refusal', { message: failed })
    form.setError('root.detail', { message: details.filter(Boolean).join('\n') })
  }
}
