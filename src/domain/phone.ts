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
