/** Korean phone numbers and SIM numbers (isdn) (§5, §9). */

import { plainText } from './typed'

/** The digits of a text: `010-1234-5678` → `01012345678`; includes full-width digits. */
export function digitsOf(text: string): string {
  return plainText(text).replace(/\D/g, '')
}

/** True for 10 or 11 digits with any separators (§5). */
export function isPhone(text: string): boolean {
  return /^\d{10,11}$/.test(digitsOf(text))
}

/**
 * Formats a number in groups: 3-4-4 for 11 digits, 3-3-4 for 10 (2-4-4 with Seoul's prefix 02). Any other text is
 * returned unchanged, so that an invalid number is shown as it is.
 */
export function formatPhone(text: string): string {
  const digits = digitsOf(text)
  if (digits.length === 11) return `${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
  if (digits.length === 10) {
    const prefixLength = digits.startsWith('02') ? 2 : 3
    return `${digits.slice(0, prefixLength)}-${digits.slice(prefixLength, 6)}-${digits.slice(6)}`
  }
  return text
}

/**
 * The number to store for an entered text: its digits, with the country code replaced by 0 (`+82 10-…`). An invalid
 * number keeps its digits; validation refuses it.
 */
export function phoneEntered(text: string): string {
  const digits = digitsOf(text)
  // A valid number may begin with 82 too: then 82 is the country code only after `+` or `00`.
  if (/^\W*(\+|00)/.test(plainText(text)) || !isPhone(digits)) return digits.replace(FROM_ABROAD, '0')
  return digits
}

/** The country code, with the optional zero after it. */
const FROM_ABROAD = /^(00)?82(0(?=\d{9}))?(?=\d{9,10}$)/

/**
 * The phone numbers that a pasted text may mean, the most likely first: with any separators, with country code
 * (`+82 10-…`), or without the leading zero, which spreadsheets drop. Empty if the text is no phone number.
 */
export function possiblePhones(entered: string): string[] {
  const text = plainText(entered)
  if (!/^[\s+()]*\d[\d\s().\-‐-―−]*$/.test(text)) return []
  const digits = digitsOf(text)
  const candidates = [digits, digits.replace(FROM_ABROAD, '0'), digits.replace(/^(?!0)/, '0')]
  return [...new Set(candidates)].filter(isPhone)
}

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
