/**
 * The earliest and the latest day or moment that a field takes, as config writes it: a day (`2026-01-31`), `today` or
 * `now`, the latter two also moved by hours, days, weeks, months or years (`today+30d`, `now-1h`).
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

/** How a bound that moves is written: at most four digits, and hours with `now` alone. */
const MOVING = /^(?:(today)(?:([+-]\d{1,4})([dwmy]))?|(now)(?:([+-]\d{1,4})([hdwmy]))?)$/

const MOST_YEARS = 999

/** Understands a bound; `undefined` for text of another form. */
export function readDateBound(text: string): DateBound | undefined {
  if (isDay(text)) return { day: text }
  const [, today, days = '+0', unitOfDays = 'd', now, span = '+0', unitOfSpan = 'd'] = MOVING.exec(text) ?? []
  const [from, add, letter] = today
    ? (['today', Number(days), unitOfDays] as const)
    : (['now', Number(span), unitOfSpan] as const)
  // Beyond that the year no longer has four digits, and days no longer order as text.
  if (!(today || now) || (letter === 'y' && Math.abs(add) > MOST_YEARS)) return undefined
  return { from, add, unit: UNITS[letter as keyof typeof UNITS] }
}

/** True for a bound that is the same every day. */
export const isFixed = (bound: DateBound): bound is { day: string } => 'day' in bound

/** The day of a bound in Korea, such as `2026-01-31`. */
export function boundDay(bound: DateBound, now: Date): string {
  if (isFixed(bound)) return bound.day
  return inKorea(now).add(bound.add, bound.unit).format('YYYY-MM-DD')
}

/**
 * The moment of a bound, as the wire writes it. A day begins and ends in Korean time; as the latest, it is taken to its
 * end.
 */
export function boundMoment(bound: DateBound, end: BoundEnd, now: Date): string {
  if (!isFixed(bound) && bound.from === 'now')
    return inKorea(now).add(bound.add, bound.unit).toDate().toISOString()
  const begins = dayjs.utc(boundDay(bound, now)).subtract(KOREA_OFFSET_MINUTES, 'minute')
  return (end === 'min' ? begins : begins.add(1, 'day').subtract(1, 'millisecond')).toISOString()
}

/** A moment on the clock of Korea, so that months and years are counted from its day there. */
const inKorea = (at: Date) => dayjs.utc(at).utcOffset(KOREA_OFFSET_MINUTES)
