/** The lists that a spreadsheet offers for the cells of its columns. */
import { strFromU8, unzipSync } from 'fflate'

/** For each header of the first sheet: the formula of its list, and whether other values are refused. */
export function choicesIn(file: Uint8Array): Record<string, { formula1: string; refuses: boolean }> {
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  const headers = [...sheet.matchAll(/<c r="([A-Z]+)1"[^>]*>.*?<t[^>]*>([^<]*)<\/t>/g)]
  const found = sheet.matchAll(
    /<dataValidation [^>]*showErrorMessage="([01])" sqref="([A-Z]+)2:[^>]*><formula1>([^<]*)<\/formula1>/g,
  )
  return Object.fromEntries(
    [...found].map(([, refuses, column, formula1]) => {
      const header = headers.find(([, at]) => at === column)?.[2] ?? ''
      return [header, { formula1: formula1!, refuses: refuses === '1' }]
    }),
  )
}
