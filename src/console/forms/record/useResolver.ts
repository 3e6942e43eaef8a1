/** The form's judge: the same validator as the server's (issue 3, part 2). */
import { useMemo } from 'react'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { validateRecord } from '../../../engine/validateRecord'
import type { Writing } from '../../../engine/writableRecord'
import { useConfig } from '../../config'
import { useProblemText } from './sentences'

export function useResolver(resource: CompiledResource, writing: Writing): Resolver<FieldValues> {
  const { limits } = useConfig().app
  const textOf = useProblemText()
  return useMemo<Resolver<FieldValues>>(
    () => values => {
      const problems = validateRecord(resource, values, { ...writing, password: limits.password })
      const errors: FieldErrors = {}
      for (const [name, problem] of Object.entries(problems)) {
        set(errors, name, { type: problem.code, message: textOf(problem) })
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
    [resource, writing, limits.password, textOf],
  )
}
