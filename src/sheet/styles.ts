/** How a number's style would show it, as far as that changes what the number means: dates, and zeros in front. */
import { readPart } from './workbook'
import type { Zip, ZipPart } from './zip'

/** `digits`: the least digits with which a whole number is shown, as with the format 000-0000-0000. */
export type NumberStyle =
  | { kind: 'plain' }
  | { kind: 'date' }
  | { kind: 'time' }
  | { kind: 'digits'; digits: number }

const PLAIN: NumberStyle = { kind: 'plain' }

/** The styles of a workbook by the number that cells name. */
export function readStyles(zip: Zip, part: ZipPart | undefined): NumberStyle[] {
  const codes = new Map<string, string>()
  const styles: NumberStyle[] = []
  let within = false
  if (part)
    readPart(zip, part, {
      open(name, attribute) {
        if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
        else if (name === 'cellXfs') within = true
        else if (name === 'xf' && within) {
          const id = attribute('numFmtId') ?? '0'
          const code = codes.get(id)
          styles.push(code === undefined ? builtIn(Number(id)) : styleOf(code))
        }
      },
      close(name) {
        if (name === 'cellXfs') within = false
      },
    })
  return styles
}

/** Formats that files name without saying what they are (ECMA-376 18.8.30, East Asian ones with them). */
function builtIn(id: number): NumberStyle {
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' }
  return PLAIN
}

/** What a format code such as `yyyy\-mm\-dd` or `(0##)\ ####\-####` does to a number. */
function styleOf(code: string): NumberStyle {
  const sections = bare(code).split(';')
  const first = sections[0]!
  if (/general|standard/i.test(first)) return PLAIN
  if (/[ymdhs]/i.test(first)) return { kind: /[yd]/i.test(first) ? 'date' : 'time' }
  // Where a condition picks the section, the widest is the one for whole phone numbers.
  const digits = Math.max(...sections.map(shownDigits))
  return digits > 1 ? { kind: 'digits', digits } : PLAIN
}

/** Only digits and separators: a 0 forces its own place and every place after it. */
function shownDigits(section: string): number {
  if (!/^[0#?\-() ./]*$/.test(section) || /[./]/.test(section)) return 0
  const places = section.replace(/[^0#?]/g, '')
  const zero = places.indexOf('0')
  return zero < 0 ? 0 : places.length - zero
}

/** Without quoted words, escapes, fills, colours, conditions and languages; `[h]` stays, being a time. */
function bare(code: string): string {
  return code
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, found => (found === '\\-' || found === '\\ ' ? found[1]! : ''))
    .replace(/[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
}
