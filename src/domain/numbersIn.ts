/** Phone numbers in pasted text: a column of a sheet, a message, a list; in whatever form they are written. */
import { digitsOf } from './phone'

/** Longer than any way of writing a number; the server takes no longer entry. */
const LONGEST = 64

/**
 * The entries of a text, as they are written. Entries stand on lines of their own, or between tabs, commas, semicolons,
 * bars or slashes; numbers also between spaces. Words beside a number, such as a name, are left out; a line without any
 * number is one entry, so that nothing disappears unseen.
 */
export function numbersIn(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/[\r\n]+/)
    .flatMap(line => {
      const numbers = line.split(/[\t,;|/\u3001\uff0c\uff1b]+/).flatMap(numbersOfPiece)
      return numbers.length > 0 ? numbers : [line.trim()]
    })
    .filter(entry => entry !== '')
    .map(entry => entry.slice(0, LONGEST))
}

/** Digits with what people write between them. */
const RUN = /\+?\(?\d(?:[\d\s().\u00b7\u2010-\u2015-]*\d)?/g

/** Beside words, only what is long enough to be a number counts: "3 floors" is none. */
const LEAST_DIGITS = 8

function numbersOfPiece(piece: string): string[] {
  const runs = piece.match(RUN) ?? []
  const rest = piece.replace(RUN, '').trim()
  const hasWords = /[\p{L}\p{N}]/u.test(rest)
  return runs
    .flatMap(separate)
    .filter(number => !hasWords || digitsOf(number).length >= LEAST_DIGITS)
    .map(number => number.trim())
}

/** Numbers with spaces between them, and spaces within them: `010 1234 5678 010 2222 3333`. */
function separate(run: string): string[] {
  const numbers: string[] = []
  let current = ''
  for (const group of run.split(/\s+/)) {
    const begins = /^(\+|\(?0)/.test(group) && digitsOf(current).length >= LEAST_DIGITS
    if (current !== '' && (begins || isWhole(current))) {
      numbers.push(current)
      current = ''
    }
    current = current === '' ? group : `${current} ${group}`
  }
  return [...numbers, current]
}

/** As many digits as a number has; one that begins with a country's has more. */
function isWhole(text: string): boolean {
  return digitsOf(text).length >= (text.startsWith('+') ? 12 : 10)
}
