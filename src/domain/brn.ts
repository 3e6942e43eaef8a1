/** The Korean business registration number (§5). */
import { digitsOf } from './phone'

const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/**
 * True for 10 digits of which the last is the check digit of the first nine (§5): the weighted sum plus the tens digit
 * of the ninth product, subtracted from the next multiple of ten.
 */
export function isBrn(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length !== 10) return false
  const products = WEIGHTS.map((weight, index) => weight * Number(digits[index]))
  const sum = products.reduce((a, b) => a + b, 0) + Math.floor(products[8]! / 10)
  return (10 - (sum % 10)) % 10 === Number(digits[9])
}

/** `1234567890` → `123-45-67890`; text without exactly 10 digits is returned unchanged. */
export function formatBrn(text: string): string {
  const digits = digitsOf(text)
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` : text
}
