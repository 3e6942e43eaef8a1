/** Phone numbers and SIM numbers (isdn), as Korea dials and writes them (§5, §9). */

import { plainText } from './typed'

/** Everything but the digits removed: `010-1234-5678` → `01012345678`; full-width ones count. */
export function digitsOf(text: string): string {
  return plainText(text).replace(/\D/g, '')
}

/** True for 10 or 11 digits, however they are separated (§5). */
export function isPhone(text: string): boolean {
  return /^\d{10,11}$/.test(digitsOf(text))
}

/**
 * A number in the groups people read it in: 3-4-4 for 11 digits, 3-3-4 for 10 (2-4-4 behind Seoul's 02).
 * Anything else comes back unchanged, so that a wrong number is seen as it is.
 */
export function formatPhone(text: string): string {
  const digits = digitsOf(text)
  if (digits.length === 11) return `${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
  if (digits.length === 10) {
    const head = digits.startsWith('02') ? 2 : 3
    return `${digits.slice(0, head)}-${digits.slice(head, 6)}-${digits.slice(6)}`
  }
  return text
}

/**
 * The number that a field was meant to get: its digits, and from abroad as it is dialled here (`+82 10-…`). What is no
 * number keeps its digits, for the rule to refuse.
 */
export function phoneEntered(text: string): string {
  const digits = digitsOf(text)
  // Eleven digits that begin with 82 have two readings: they are international only with `+` or `00`.
  if (/^\W*(\+|00)/.test(plainText(text)) || !isPhone(digits)) return digits.replace(FROM_ABROAD, '0')
  return digits
}

/** The country's code, with the zero that some write behind it. */
const FROM_ABROAD = /^(00)?82(0(?=\d{9}))?(?=\d{9,10}$)/

/**
 * The numbers that a text may mean, as people write and paste them, the likeliest first: with any separators, from
 * abroad (`+82 10-…`), or without the zero in front that spreadsheets drop. Empty for what is no phone number.
 */
export function phonesMeantBy(entered: string): string[] {
  const text = plainText(entered)
  if (!/^[\s+()]*\d[\d\s().\-‐-―−]*$/.test(text)) return []
  const digits = digitsOf(text)
  const meant = [digits, digits.replace(FROM_ABROAD, '0'), digits.replace(/^(?!0)/, '0')]
  return [...new Set(meant)].filter(isPhone)
}
