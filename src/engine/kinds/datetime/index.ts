/** A moment, in ISO 8601 and kept in UTC. */
import { isAbsent } from '../../../domain/dates'
import type { Kind } from '../kind'

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

export const datetime: Kind = {
  format: 'time',
  input: 'datetime',
  align: 'left',
  sortable: true,
  sortAs: 'time',
  takes: [],
  rules: [],
  nothing: null,
  // The wire writes an absent time as a moment of the year 1 (decision 18).
  isNothing: value => typeof value === 'string' && value.startsWith('0001-'),
  normalise: value => (isMoment(value) ? new Date(value).toISOString() : value),
  check: value => (isMoment(value) && !isAbsent(value) ? undefined : 'field.date'),
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && ISO.test(value) && !Number.isNaN(Date.parse(value))
}
