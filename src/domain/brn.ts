/** The Korean business registration number (§5). */
import { digitsOf } from './phone'

const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/**
 * True when the text holds 10 digits whose last is the check digit of the first nine (§5): the weighted sum,
 * plus the tens digit of the ninth product, taken from the next ten.
 */
export function isBrn(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length !== 10) return false
  const products = WEIGHTS.map((weight, at) => weight * Number(digits[at]))
  const sum = products.reduce((a, b) => a + b, 0) + Math.floor(products[8]! / 10)
  return (10 - (sum % 10)) % 10 === Number(digits[9])
}

/** `1234567890` → `123-45-67890`; anything that is not 10 digits comes back unchanged. */
export function formatBrn(text: string): string {
  const digits = digitsOf(text)
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` : text
}
