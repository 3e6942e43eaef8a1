/**
 * Saving a record through ra-core's `save` (of `EditBase` and `CreateBase`): who saves it, and what the form shows when
 * that fails.
 */
import { useSaveContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { normalEmail } from '../../../domain/email'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/validation/writableRecord'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useConditionUser, useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { reasonOf } from '../../failure'
import { showFieldErrors } from '../../forms/ConsoleForm'
import { formSections } from '../../forms/record/FormBody'
import type { Values } from '../../forms/record/formValues'

/**
 * ra-core's `save` resolves whether it fails or not; this one resolves to the saved record or rejects with the error.
 */
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
 * Shows the server's errors at their fields, and the rest above the form (`RefusalAlert`): the sentence of §8
 * (`failed`), that the outcome is unknown if it is, and the server's message.
 */
export function useShowRefusal(resource: CompiledResource, writing: Writing) {
  const translate = useTranslate()
  return (form: UseFormReturn, error: unknown, failed: string): void => {
    const entered = formSections(resource, writing, form.getValues()).flatMap(({ present }) =>
      present.flatMap(({ field, presence }) => (presence === 'entered' ? field.name : [])),
    )
    const { errors = {} } = failureBody(error)
    // What is wrong with a row is said at its cell, or at the row.
    const ofRows = Object.keys(errors).filter(key => entered.some(name => key.startsWith(`${name}[`)))
    const shown = showFieldErrors(form, [...entered, ...ofRows], errors)
    const reason = translate(reasonOf(error))
    const details = [
      isOutcomeUnknown(error) ? translate('records.form.unknown') : '',
      // A field may say the same already.
      reason === failed || Object.values(errors).includes(reason) ? '' : reason,
      ...Object.keys(errors).map(name => (shown.includes(name) ? '' : errors[name])),
    ]
    form.setError('root.refusal', { message: failed })
    form.setError('root.detail', { message: details.filter(Boolean).join('\n') })
  }
}

/** The resource whose records are accounts. A session knows its user by the e-mail address. */
const ACCOUNTS = 'clients'

/**
 * Who writes a record, as the validator and the conditions of config see it.
 *
 * @param current the record as the server gave it, when editing
 */
export function useWriting({ name }: CompiledResource, action: Writing['action'], current?: Values): Writing {
  const {
    levels: { numbers },
    resources,
  } = useConfig()
  const { level, email } = useUser()
  const user = useConditionUser()
  return useMemo(
    () => ({
      action,
      level,
      levels: numbers,
      user,
      resources,
      own: name === ACCOUNTS && normalEmail(String(current?.email ?? '')) === normalEmail(email),
      ...(current ? { current } : {}),
    }),
    [name, action, level, numbers, resources, user, current, email],
  )
}
