/** Runs the validator in forms, and makes messages of its problems, from config or from `errors.json` in `i18n`. */
import { useCallback, useMemo } from 'react'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { fieldsRead } from '../../../engine/expressions/expression'
import { fill } from '../../../engine/i18n'
import { isReferring } from '../../../engine/kinds/choices'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { isRecordProblem, withKnownChecks } from '../../../engine/validation/checks'
import { type FieldProblem, validateRecord } from '../../../engine/validation/validateRecord'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { isEmptyValue } from '../../../engine/values'
import { useConfig, useTranslate } from '../../config'

/** Returns a function that makes the user's message of a problem. */
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
 * Validates the values of a form as far as the user sees the record. A reference that is shown as empty, and lists of
 * references, may lead to records that the user does not see; unless the user changes them, only the server judges them
 * and the rules that use them.
 */
export function validateSeen(
  resource: CompiledResource,
  values: FieldValues,
  validation: Parameters<typeof validateRecord>[2],
): Record<string, FieldProblem> {
  const { action, current = {} } = validation
  const isUnjudged = (name: string) => {
    const field = resource.fields[name]
    if (action !== 'edit' || field?.storage !== 'extra' || !isReferring(field.type)) return false
    const [shown, value] = [current, values].map(record => valueAt(record, name))
    if (isEmptyValue(field, shown)) return isEmptyValue(field, value)
    return field.type === 'references' && isSameValue(shown, value)
  }
  const checks = resource.checks?.filter(({ check }) => !fieldsRead(check).some(isUnjudged)) ?? []
  const problems = validateRecord({ ...resource, checks }, values, validation)
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !isUnjudged(name)))
}

/** A resolver for react-hook-form that runs the same validator as the server. */
export function useResolver(resource: CompiledResource, writing: WriteContext): Resolver<FieldValues> {
  const { limits } = useConfig().app
  const textOf = useProblemText()
  const checkedResource = useMemo(() => withKnownChecks(resource, writing), [resource, writing])
  return useMemo<Resolver<FieldValues>>(
    () => values => {
      const problems = validateSeen(checkedResource, values, { ...writing, password: limits.password })
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
