/** What the one validator finds, as sentences (of config, or of `errors.json` in `i18n`) and as errors of a form. */

import { useCallback, useMemo } from 'react'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { isOfRecord, withKnownChecks } from '../../../engine/validation/checks'
import { type FieldProblem, validateRecord } from '../../../engine/validation/validateRecord'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useConfig, useTranslate } from '../../config'

export function useProblemText(): (problem: FieldProblem) => string {
  const translate = useTranslate()
  return useCallback(
    ({ code, params, message }) =>
      message ? fill(translate(message), params) : translate(`errors.${code}`, { ...params }),
    [translate],
  )
}

/**
 * Where a form keeps what is wrong with the record as a whole (`RefusalAlert` shows it). No field has such a name; what
 * stands under `root` would not keep the form from being sent.
 */
export const OF_RECORD = '_record'

/** A form's resolver: the validator that the server runs too. */
export function useResolver(resource: CompiledResource, writing: WriteContext): Resolver<FieldValues> {
  const { limits } = useConfig().app
  const textOf = useProblemText()
  const judged = useMemo(() => withKnownChecks(resource, writing), [resource, writing])
  return useMemo<Resolver<FieldValues>>(
    () => values => {
      const problems = validateRecord(judged, values, { ...writing, password: limits.password })
      const errors: FieldErrors = {}
      const ofRecord: string[] = []
      for (const [name, problem] of Object.entries(problems)) {
        if (isOfRecord(name)) ofRecord.push(textOf(problem))
        else set(errors, name, { type: problem.code, message: textOf(problem) })
      }
      if (ofRecord.length > 0) errors[OF_RECORD] = { type: 'check', message: ofRecord.join('\n') }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
    [judged, writing, limits.password, textOf],
  )
}
