/** The kinds whose values are numbers, yes or no, days and moments. */
import { isAbsent, isDay } from '../../domain/dates'
import { type Kind, PLAIN } from './kind'

/** A number; whole ones with the rule `integer`. */
const number: Kind = {
  ...PLAIN,
  formats: ['text', 'identifier', 'serial', 'positive', 'count', 'signal', 'level', 'badge'],
  inputs: ['number'],
  align: 'right',
  sortAs: 'number',
  takes: ['min', 'max'],
  furtherRules: ['digits', 'integer', 'pattern', 'length'],
  size: 'value',
  nothing: null,
  wire: ['number'],
  serves: ['select', 'name'],
  isOrdered: true,
  mayEqual: value => typeof value === 'number',
  check: value => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'field.number'),
}

/** Yes or no; unset is no. */
const boolean: Kind = {
  ...PLAIN,
  formats: ['yesNo', 'dot'],
  inputs: ['switch'],
  sortAs: 'boolean',
  nothing: false,
  wire: ['boolean'],
  serves: ['select'],
  mayEqual: value => typeof value === 'boolean',
  check: value => (typeof value === 'boolean' ? undefined : 'field.boolean'),
}

const TIME = {
  ...PLAIN,
  sortAs: 'time',
  takes: ['min', 'max'],
  nothing: null,
  wire: ['time'],
  serves: ['name'],
  mayEqual: value => typeof value === 'string',
  // The wire writes an absent time as a moment of the year 1 (decision 18).
  isNothing: value => typeof value === 'string' && value.startsWith('0001-'),
} as const satisfies Partial<Kind>

/** A day, as `2026-01-31`; the day of a moment is its day in UTC. */
const date: Kind = {
  ...TIME,
  formats: ['date'],
  inputs: ['date'],
  normalise: value =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value,
  check: value => (typeof value === 'string' && isDay(value) ? undefined : 'field.date'),
}

/** A moment, in ISO 8601 and kept in UTC. */
const datetime: Kind = {
  ...TIME,
  formats: ['time', 'deviceTime', 'date'],
  inputs: ['datetime'],
  normalise: value => (isMoment(value) ? new Date(value).toISOString() : value),
  check: value => (isMoment(value) && !isAbsent(value) ? undefined : 'field.date'),
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && ISO.test(value) && !Number.isNaN(Date.parse(value))
}

export const VALUE_KINDS = { number, boolean, date, datetime }
