/** Number formats that change what a number means to its reader: dates, times, leading zeros and fixed text. */
import { numberFormat, type ShowNumber } from './numberFormat'
import { readPart } from './workbook'
import type { Zip, ZipPart } from './zip'

export type NumberStyle =
  /** All digits are shown. */
  { kind: 'plain' } | { kind: 'date' } | { kind: 'time' } | { kind: 'format'; show: ShowNumber }

const PLAIN: NumberStyle = { kind: 'plain' }

/** The styles of a workbook; cells refer to them by index. */
export function readStyles(zip: Zip, part: ZipPart | undefined): NumberStyle[] {
  const codes = new Map<string, string>()
  const styles: NumberStyle[] = []
  let isInCellFormats = false
  if (part)
    readPart(zip, part, {
      open(name, attribute) {
        if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
        else if (name === 'cellXfs') isInCellFormats = true
        else if (name === 'xf' && isInCellFormats) {
          const id = attribute('numFmtId') ?? '0'
          const code = codes.get(id)
          styles.push(code === undefined ? builtIn(Number(id)) : styleOf(code))
        }
      },
      close(name) {
        if (name === 'cellXfs') isInCellFormats = false
      },
    })
  return styles
}

/** Codes of built-in number formats (ECMA-376 18.8.30). */
const BUILT_IN_CODES: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  48: '##0.0E+0',
}

/** Built-in formats, which files use without defining them (ECMA-376 18.8.30, including East Asian ones). */
function builtIn(id: number): NumberStyle {
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' }
  const code = BUILT_IN_CODES[id]
  return code === undefined ? PLAIN : styleOf(code)
}

/** The style of a format code such as `yyyy\-mm\-dd` or `(0##)\ ####\-####`. */
function styleOf(code: string): NumberStyle {
  const firstSection = withoutLiterals(code).split(';')[0]!
  if (/general|standard/i.test(firstSection)) return PLAIN
  // `m` is the month beside a year or day, else the minute.
  if (/[ymdhs]/i.test(firstSection)) return { kind: /[yd]/i.test(firstSection) ? 'date' : 'time' }
  return firstSection.trim() === '@' ? PLAIN : { kind: 'format', show: numberFormat(code) }
}

/** Removes quoted text, escapes, fills, colours, conditions and languages; keeps `[h]`, which is a time. */
function withoutLiterals(code: string): string {
  return code
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
}
