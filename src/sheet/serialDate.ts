/** Spreadsheet days: a count from 1900 (with a 29 February 1900 that never was) or from 1904. */

const DAY = 86_400_000
/** Day 0 of the count as it is right from 1 March 1900 on. */
const ZERO_1900 = Date.UTC(1899, 11, 30)
const ZERO_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, the last day there is. */
const LAST_DAY = 2_958_465

/** `2026-03-05`, `2026-03-05T10:30:00`, or `undefined` where the number is no day. Times are to the second. */
export function dateOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 0) || serial >= LAST_DAY + 1) return undefined
  // Day 60 is the day that never was; those before it are one day off.
  const days = from1904 || serial >= 60 ? serial : serial + 1
  const at = new Date(Math.round(((from1904 ? ZERO_1904 : ZERO_1900) + days * DAY) / 1000) * 1000)
  const text = at.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}

/** `10:30:00`; hours go on beyond 24, as a duration's do. `undefined` where the number is no time. */
export function timeOfSerial(serial: number): string | undefined {
  if (!(serial >= 0) || serial >= LAST_DAY) return undefined
  const seconds = Math.round(serial * 86_400)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
