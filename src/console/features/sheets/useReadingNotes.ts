/** Returns a function that describes how a sheet was read, in sentences for the user. */
import { useTranslate } from 'ra-core'
import type { SheetReading } from '../../../contract/devices'

export function useReadingNotes(): (reading: SheetReading) => string[] {
  const translate = useTranslate()
  return ({ sheet, hiddenRows = 0 }) => [
    ...(sheet === undefined ? [] : [translate('roster.check.sheetRead', { sheet })]),
    ...(hiddenRows > 0
      ? [translate('roster.check.hidden', { count: hiddenRows.toLocaleString('ko-KR') })]
      : []),
  ]
}
