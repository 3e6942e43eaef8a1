/** Returns a function from a fault to its message in the user's language, the same as on the server. */
import { useLocale, useTranslate } from 'ra-core'
import { fill, pick } from '../../../../engine/i18n'
import { isSheetProblem } from '../../../../engine/roster/types'
import type { CellFault } from './types'

export function useFaultText(): (fault: CellFault) => string {
  const translate = useTranslate()
  const locale = useLocale()
  return ({ code, column, params, message }) =>
    message
      ? fill(pick(message, locale), params ?? {})
      : translate(isSheetProblem(code) ? `roster.rows.${code}` : `errors.${code}`, { column, ...params })
}
