/** Relative bounds in filters, such as `closed_lte: "now-24h"`, which mean another time on every call. */
import { boundDay, boundMoment, readDateBound } from '../domain/dateBounds'

/** The time of a bound, or for a field without time its day; a value that is not relative is returned as it is. */
export function momentOf(value: string, side: 'gte' | 'lte', isDay: boolean, now: Date): string {
  const bound = /^(today|now)/.test(value) ? readDateBound(value) : undefined
  if (!bound) return value
  return isDay ? boundDay(bound, now) : boundMoment(bound, side === 'lte' ? 'max' : 'min', now)
}
