/**
 * Numbers of expressions (decision 377): decimals with nine places, so that `0.1 + 0.2` is `0.3` in the browser, on the
 * server and in SQL (`numeric`). Results whose absolute value is 10^15 or more have no value (`undefined`).
 */

export const DECIMAL_PLACES = 9
/** The number 1 as a `Decimal`. */
const ONE = 10n ** BigInt(DECIMAL_PLACES)
/** All absolute values are below this number. */
const LIMIT = 10n ** 15n
/** The same limit as a `Decimal`. */
const DECIMAL_LIMIT = LIMIT * ONE
/** Quotients are first rounded to this many places, then to nine: the SQL does the same. */
export const QUOTIENT_PLACES = 20

/** The number times 10^9. */
export type Decimal = bigint

const withinLimit = (value: Decimal): Decimal | undefined =>
  value >= DECIMAL_LIMIT || value <= -DECIMAL_LIMIT ? undefined : value

/** The quotient of two integers, rounded; halves away from zero. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [absDividend, absDivisor] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (absDividend * 2n + absDivisor) / (absDivisor * 2n)
  return isNegative ? -quotient : quotient
}

/** Converts a number by its shortest decimal notation; `undefined` if it is not finite, or too large. */
export function decimalOf(value: number): Decimal | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= Number(LIMIT)) return undefined
  if (Number.isInteger(value)) return BigInt(value) * ONE
  // The text is such as `-12.5` or `1.5e-7`. `String` uses an exponent only for small numbers here.
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(-\d+))?$/.exec(
    String(value),
  )!
  const digits = BigInt(whole! + fraction)
  const places = fraction.length - Number(exponent)
  const scaled =
    places <= DECIMAL_PLACES
      ? digits * 10n ** BigInt(DECIMAL_PLACES - places)
      : divideRounded(digits, 10n ** BigInt(places - DECIMAL_PLACES))
  return sign ? -scaled : scaled
}

/** Decimal notation without trailing zeros, never with an exponent. */
export function decimalText(value: Decimal): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0')
  const fraction = digits.slice(-DECIMAL_PLACES).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DECIMAL_PLACES)}${fraction && `.${fraction}`}`
}

export const decimalNumber = (value: Decimal): number => Number(decimalText(value))

export const plus = (one: Decimal, other: Decimal) => withinLimit(one + other)
export const minus = (one: Decimal, other: Decimal) => withinLimit(one - other)
export const times = (one: Decimal, other: Decimal) => withinLimit(divideRounded(one * other, ONE))

export function divide(one: Decimal, other: Decimal): Decimal | undefined {
  if (other === 0n) return undefined
  const longQuotient = divideRounded(one * 10n ** BigInt(QUOTIENT_PLACES), other)
  return withinLimit(divideRounded(longQuotient, 10n ** BigInt(QUOTIENT_PLACES - DECIMAL_PLACES)))
}

/** The remainder has the sign of the dividend. */
export const remainder = (one: Decimal, other: Decimal): Decimal | undefined =>
  other === 0n ? undefined : one % other

export function round(value: Decimal, places: number): Decimal | undefined {
  const step = 10n ** BigInt(DECIMAL_PLACES - places)
  return withinLimit(divideRounded(value, step) * step)
}

export function floor(value: Decimal): Decimal | undefined {
  // The fraction has the sign of the value.
  const fraction = value % ONE
  return withinLimit(value - fraction - (fraction < 0n ? ONE : 0n))
}

export const ceil = (value: Decimal): Decimal | undefined => {
  const negated = floor(-value)
  return negated === undefined ? undefined : -negated
}

const bestBy =
  (isBetter: (one: Decimal, best: Decimal) => boolean) =>
  (all: readonly Decimal[]): Decimal | undefined => {
    let [best] = all
    for (const candidate of all) if (isBetter(candidate, best!)) best = candidate
    return best
  }

export const minimum = bestBy((one, best) => one < best)
export const maximum = bestBy((one, best) => one > best)

/** Converts an integer, such as a count. */
export const fromInteger = (value: number): Decimal => BigInt(value) * ONE

/** Converts a number of units into milliseconds, without fractions. @param unit its length in milliseconds */
export const toMilliseconds = (value: Decimal, unit: number): bigint => (value * BigInt(unit)) / ONE
