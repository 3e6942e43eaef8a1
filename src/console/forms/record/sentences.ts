/** What the validator found, as a sentence: of config, or of the file `errors.json` of `i18n`. */
import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { fill } from '../../../engine/text'
import type { FieldProblem } from '../../../engine/validateRecord'
import { useWords } from '../../config'

export function useProblemText(): (problem: FieldProblem) => string {
  const words = useWords()
  const translate = useTranslate()
  return useCallback(
    ({ code, params, message }) =>
      message ? fill(words(message), params) : translate(`errors.${code}`, { ...params }),
    [words, translate],
  )
}
