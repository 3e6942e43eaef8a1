/**
 * Bounds of date fields in config: a day (`2026-01-31`), `today` or `now`, the latter two with an optional offset in
 * hours, days, weeks, months or years (`today+30d`, `now-1h`).
 */
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { isDay, KOREA_OFFSET_MINUTES } from './dates'

dayjs.extend(utc)

const UNITS = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const

export type DateBound =
  | { day: string }
  | { from: 'today' | 'now'; add: number; unit: (typeof UNITS)[keyof typeof UNITS] }

/** Which end of a range a bound is. */
export type BoundEnd = 'min' | 'max'

/** Offsets have at most four digits; hours are for `now` only. */
const BOUND = /^(?:(today)(?:([+-]\d{1,4})([dwmy]))?|(now)(?:([+-]\d{1,4})([hdwmy]))?)$/

const MAX_YEARS = 999

/** Parses a bound; `undefined` if the text is not one. */
export function readDateBound(text: string): DateBound | undefined {
  if (isDay(text)) return { day: text }
  const match = BOUND.exec(text)
  if (!match) return undefined
  // Only the groups of one alternative have a value: of `today` or of `now`.
  const [, today, daysAdded, unitOfDays, , timeAdded, unitOfTime] = match
  const add = Number(daysAdded ?? timeAdded ?? 0)
  const letter = (unitOfDays ?? unitOfTime ?? 'd') as keyof typeof UNITS
  // More years could lead to a year of five digits; then dates cannot be compared as text.
  if (letter === 'y' && Math.abs(add) > MAX_YEARS) return undefined
  return { from: today ? 'today' : 'now', add, unit: UNITS[letter] }
}

/** True for a bound that does not depend on the current time. */
export const isFixed = (bound: DateBound): bound is { day: string } => 'day' in bound

/** The day of a bound in Korea, such as `2026-01-31`. */
export function boundDay(bound: DateBound, now: Date): string {
  if (isFixed(bound)) return bound.day
  return inKorea(now).add(bound.add, bound.unit).format('YYYY-MM-DD')
}

/**
 * A bound as a wire time. A day is a day in Korea: `min` is its first millisecond, `max` its last.
 */
export function boundMoment(bound: DateBound, end: BoundEnd, now: Date): string {
  if (!isFixed(bound) && bound.from === 'now')
    return inKorea(now).add(bound.add, bound.unit).toDate().toISOString()
  const startOfDay = dayjs.utc(boundDay(bound, now)).subtract(KOREA_OFFSET_MINUTES, 'minute')
  return (end === 'min' ? startOfDay : startOfDay.add(1, 'day').subtract(1, 'millisecond')).toISOString()
}

/** The date in Korean time, so that months and years are added to the Korean day. */
const inKorea = (date: Date) => dayjs.utc(date).utcOffset(KOREA_OFFSET_MINUTES)
