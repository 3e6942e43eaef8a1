/** Finds phone numbers in pasted text: a column of a sheet, a message or a list, in any format. */
import { digitsOf } from './phone'

/** The longest entry that the server accepts (`DeviceNumbers`). */
const MAX_ENTRY_LENGTH = 64

/**
 * The entries of a text, as they are written. Line breaks, tabs, commas, semicolons, bars and slashes separate
 * entries; spaces separate numbers. Words next to a number, such as a name, are dropped. A line without a number is
 * one entry, so that the user sees it as invalid.
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
    .map(entry => entry.slice(0, MAX_ENTRY_LENGTH))
}

/** A run of digits with separators between them; may contain several numbers. */
const RUN = /\+?\(?\d(?:[\d\s().\u00b7\u2010-\u2015-]*\d)?/g

/** In a text with words, fewer digits are not a phone number: "3 floors". */
const MIN_DIGITS = 8

function numbersOfPiece(piece: string): string[] {
  const runs = piece.match(RUN) ?? []
  const hasWords = /[\p{L}\p{N}]/u.test(piece.replace(RUN, ''))
  return runs
    .flatMap(splitBySpaces)
    .filter(number => !hasWords || digitsOf(number).length >= MIN_DIGITS)
    .map(number => number.trim())
}

/** Splits numbers that are separated by spaces and contain spaces: `010 1234 5678 010 2222 3333`. */
function splitBySpaces(run: string): string[] {
  const numbers: string[] = []
  let current = ''
  for (const group of run.split(/\s+/)) {
    const startsNumber = /^(\+|\(?0)/.test(group) && digitsOf(current).length >= MIN_DIGITS
    if (current !== '' && (startsNumber || isComplete(current))) {
      numbers.push(current)
      current = ''
    }
    current = current === '' ? group : `${current} ${group}`
  }
  return [...numbers, current]
}

/** True if there are enough digits for a phone number: 10, or 12 with the country code 82. */
function isComplete(text: string): boolean {
  return digitsOf(text).length >= (text.startsWith('+') ? 12 : 10)
}
