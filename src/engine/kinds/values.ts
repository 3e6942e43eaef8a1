/** The kinds for numbers, booleans, days and times. */
import { isAbsent, isDay } from '../../domain/dates'
import { readTypedDay, readTypedTime } from '../../domain/typedTime'
import { KIND_DEFAULTS, type Kind } from './kind'

/** A number; the rule `integer` allows only whole numbers. */
const number: Kind = {
  ...KIND_DEFAULTS,
  formats: ['text', 'identifier', 'serial', 'positive', 'count', 'signal', 'level', 'badge'],
  inputs: ['number'],
  align: 'right',
  sortAs: 'number',
  optionKeys: ['min', 'max'],
  optionalRules: ['digits', 'integer', 'pattern', 'length'],
  size: 'value',
  emptyValue: null,
  schema: { type: 'number' },
  wireTypes: ['number'],
  expressionKind: 'number',
  usableFor: ['select', 'range', 'name', 'unique'],
  isOrdered: true,
  canEqual: value => typeof value === 'number',
  check: value => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'field.number'),
  cell: {
    problem: 'number',
    read: text => {
      const digits = text.replaceAll(',', '').trim()
      return digits !== '' && Number.isFinite(Number(digits)) ? Number(digits) : undefined
    },
  },
}

/** True or false; an absent value is false. */
const boolean: Kind = {
  ...KIND_DEFAULTS,
  formats: ['yesNo', 'dot'],
  inputs: ['switch'],
  refusedKeys: ['required'],
  sortAs: 'boolean',
  emptyValue: false,
  emptyValues: [],
  schema: { type: 'boolean' },
  wireTypes: ['boolean'],
  expressionKind: 'boolean',
  usableFor: ['select'],
  canEqual: value => typeof value === 'boolean',
  check: value => (typeof value === 'boolean' ? undefined : 'field.boolean'),
  cell: {
    problem: 'boolean',
    read: (text, _choices, { yes, no }) => {
      const word = text.toLowerCase()
      return yes.includes(word) || (no.includes(word) ? false : undefined)
    },
  },
}

const TIME_DEFAULTS = {
  ...KIND_DEFAULTS,
  sortAs: 'time',
  optionKeys: ['min', 'max'],
  emptyValue: null,
  wireTypes: ['time'],
  usableFor: ['range', 'name', 'unique'],
  canEqual: value => typeof value === 'string',
  // The API represents an absent time by the year 1 (decision 18).
  countsAsEmpty: value => typeof value === 'string' && value.startsWith('0001-'),
} as const satisfies Partial<Kind>

/** A day such as `2026-01-31`; a time is cut to its day in UTC. */
const date: Kind = {
  ...TIME_DEFAULTS,
  formats: ['date'],
  inputs: ['date'],
  schema: { type: 'string', format: 'date' },
  expressionKind: 'date',
  normalise: value =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value,
  check: value => (typeof value === 'string' && isDay(value) ? undefined : 'field.date'),
  cell: { problem: 'date', read: readTypedDay },
}

/** A time in ISO 8601, stored in UTC. */
const datetime: Kind = {
  ...TIME_DEFAULTS,
  formats: ['time', 'deviceTime', 'date'],
  inputs: ['datetime'],
  schema: { type: 'string', format: 'date-time' },
  expressionKind: 'time',
  width: 20,
  normalise: value => (isMoment(value) ? new Date(value).toISOString() : value),
  check: value => (isMoment(value) && !isAbsent(value) ? undefined : 'field.date'),
  cell: {
    problem: 'dateTime',
    read: (text, _choices, { zone }) => {
      const time = readTypedDay(text) ? undefined : readTypedTime(text, zone)
      return typeof time === 'number' ? new Date(time).toISOString() : undefined
    },
  },
}

/** ISO 8601 with a time zone; seconds are optional. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && ISO.test(value) && !Number.isNaN(Date.parse(value))
}

export const VALUE_KINDS = { number, boolean, date, datetime }
