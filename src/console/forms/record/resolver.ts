/** Runs the validator in forms. The messages of its problems come from config or from `errors.json` in `i18n`. */
import { useCallback, useMemo } from 'react'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { fieldsRead } from '../../../engine/expressions/expression'
import { fill } from '../../../engine/i18n'
import { isReferring } from '../../../engine/kinds/choices'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { isRecordProblem, withReadableChecks } from '../../../engine/validation/checks'
import { type FieldProblem, validateRecord } from '../../../engine/validation/validateRecord'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { isEmptyValue } from '../../../engine/values'
import { useConfig, useTranslate } from '../../config'

/** Returns a function that returns the message of a problem in the user's language. */
export function useProblemText(): (problem: FieldProblem) => string {
  const translate = useTranslate()
  return useCallback(
    ({ code, params, message }) =>
      message ? fill(translate(message), params) : translate(`errors.${code}`, { ...params }),
    [translate],
  )
}

/**
 * The key of errors that concern the whole record, which `RefusalAlert` shows. No field has this name. Errors under
 * react-hook-form's `root` would not prevent the submit.
 */
export const RECORD_ERROR_KEY = '_record'

/**
 * Validates the values of a form, except references that only the server can check: a reference shown as empty, or a
 * list of references, may lead to records that the user may not see. While the user does not change such a field, its
 * problems, and the rules that read it, are left to the server.
 */
export function validateVisible(
  resource: CompiledResource,
  values: FieldValues,
  validation: Parameters<typeof validateRecord>[2],
): Record<string, FieldProblem> {
  const { action, current = {} } = validation
  const isLeftToServer = (name: string) => {
    const field = resource.fields[name]
    if (action !== 'edit' || field?.storage !== 'extra' || !isReferring(field.type)) return false
    const [initialValue, value] = [current, values].map(record => valueAt(record, name))
    if (isEmptyValue(field, initialValue)) return isEmptyValue(field, value)
    return field.type === 'references' && isSameValue(initialValue, value)
  }
  const checks = resource.checks?.filter(({ check }) => !fieldsRead(check).some(isLeftToServer)) ?? []
  const problems = validateRecord({ ...resource, checks }, values, validation)
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !isLeftToServer(name)))
}

/** A resolver for react-hook-form that runs the same validator as the server. */
export function useResolver(resource: CompiledResource, writing: WriteContext): Resolver<FieldValues> {
  const { limits } = useConfig().app
  const textOf = useProblemText()
  const checkedResource = useMemo(() => withReadableChecks(resource, writing), [resource, writing])
  return useMemo<Resolver<FieldValues>>(
    () => values => {
      const problems = validateVisible(checkedResource, values, { ...writing, password: limits.password })
      const errors: FieldErrors = {}
      const recordMessages: string[] = []
      for (const [name, problem] of Object.entries(problems)) {
        if (isRecordProblem(name)) recordMessages.push(textOf(problem))
        else set(errors, name, { type: problem.code, message: textOf(problem) })
      }
      if (recordMessages.length > 0)
        errors[RECORD_ERROR_KEY] = { type: 'check', message: recordMessages.join('\n') }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
    [checkedResource, writing, limits.password, textOf],
  )
}
