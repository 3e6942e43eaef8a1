/** Number formats that change the meaning of a number: dates, times and leading zeros. */
import { readPart } from './workbook'
import type { Zip, ZipPart } from './zip'

/** `digits`: integers are shown with at least this many digits, as with the format 000-0000-0000. */
export type NumberStyle =
  | { kind: 'plain' }
  | { kind: 'date' }
  | { kind: 'time' }
  | { kind: 'digits'; digits: number }

const PLAIN: NumberStyle = { kind: 'plain' }

/** The styles of a workbook; cells refer to them by index. */
export function readStyles(zip: Zip, part: ZipPart | undefined): NumberStyle[] {
  const codes = new Map<string, string>()
  const styles: NumberStyle[] = []
  let inCellFormats = false
  if (part)
    readPart(zip, part, {
      open(name, attribute) {
        if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) {
          const id = attribute('numFmtId') ?? '0'
          const code = codes.get(id)
          styles.push(code === undefined ? builtIn(Number(id)) : styleOf(code))
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
      },
    })
  return styles
}

/** Built-in formats, which files use without defining them (ECMA-376 18.8.30, including East Asian ones). */
function builtIn(id: number): NumberStyle {
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' }
  return PLAIN
}

/** The style of a format code such as `yyyy\-mm\-dd` or `(0##)\ ####\-####`. */
function styleOf(code: string): NumberStyle {
  const sections = withoutLiterals(code).split(';')
  const first = sections[0]!
  if (/general|standard/i.test(first)) return PLAIN
  // `m` is the month beside a year or day, else the minute.
  if (/[ymdhs]/i.test(first)) return { kind: /[yd]/i.test(first) ? 'date' : 'time' }
  // If conditions choose between sections, the one with the most digits is for complete phone numbers.
  const digits = Math.max(...sections.map(shownDigits))
  return digits > 1 ? { kind: 'digits', digits } : PLAIN
}

/** Digits that a section always shows: a 0 forces its own digit and all digits after it. Else 0. */
function shownDigits(section: string): number {
  if (!/^[0#?\-() ./]*$/.test(section) || /[./]/.test(section)) return 0
  const places = section.replace(/[^0#?]/g, '')
  const zero = places.indexOf('0')
  return zero < 0 ? 0 : places.length - zero
}

/** Removes quoted text, escapes, fills, colours, conditions and languages; keeps `[h]`, which is a time. */
function withoutLiterals(code: string): string {
  return code
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, found => (found === '\\-' || found === '\\ ' ? found[1]! : ''))
    .replace(/[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
}
