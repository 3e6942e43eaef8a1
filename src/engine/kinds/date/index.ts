/** A day, as `2026-01-31`; the day of a moment is its day in UTC. */
import type { Kind } from '../kind'

export const date: Kind = {
  format: 'date',
  input: 'date',
  align: 'left',
  sortable: true,
  sortAs: 'time',
  takes: [],
  rules: [],
  nothing: null,
  isNothing: value => typeof value === 'string' && value.startsWith('0001-'),
  normalise: value =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value,
  check: value => (isDay(value) ? undefined : 'field.date'),
}

/** True for a day that the calendar has: not for 30 February. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}
