/** Spreadsheet dates: days counted from 1900 (including the nonexistent 29 February 1900) or from 1904. */

const DAY = 86_400_000
/** Day 0, so that the count is right from 1 March 1900 on. */
const ZERO_1900 = Date.UTC(1899, 11, 30)
const ZERO_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999, the last valid day. */
const LAST_DAY = 2_958_465

/** `2026-03-05` or `2026-03-05T10:30:00` (rounded to seconds); `undefined` if the number is out of range. */
export function dateOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 0) || serial >= LAST_DAY + 1) return undefined
  // Day 60 is the nonexistent 29 February; the days before it are off by one.
  const days = from1904 || serial >= 60 ? serial : serial + 1
  const date = new Date(Math.round(((from1904 ? ZERO_1904 : ZERO_1900) + days * DAY) / 1000) * 1000)
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}

/** `10:30:00`; may exceed 24 hours, as a duration. `undefined` if the number is out of range. */
export function timeOfSerial(serial: number): string | undefined {
  if (!(serial >= 0) || serial >= LAST_DAY) return undefined
  const seconds = Math.round(serial * 86_400)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}
