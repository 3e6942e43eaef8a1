/** Relative bounds in filters, such as `closed_lte: "now-24h"`, which depend on the time of the call. */
import { boundDay, boundMoment, readDateBound } from '../domain/dateBounds'

/** Converts a relative bound into a time, or into a day for a field of days. Returns any other value unchanged. */
export function absoluteBound(value: string, side: 'gte' | 'lte', isDay: boolean, now: Date): string {
  const bound = /^(today|now)/.test(value) ? readDateBound(value) : undefined
  if (!bound) return value
  return isDay ? boundDay(bound, now) : boundMoment(bound, side === 'lte' ? 'max' : 'min', now)
}
