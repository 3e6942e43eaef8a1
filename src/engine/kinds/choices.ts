/** The kinds whose values are chosen: from a few choices, or from the records of another resource. */
import { isRecordId } from '../../domain/own'
import { isStorable, type Kind, PLAIN } from './kind'

/** One of a few choices. */
const select: Kind = {
  ...PLAIN,
  formats: ['choice', 'badge', 'text', 'level'],
  inputs: ['select', 'radio'],
  takes: ['choices'],
  nothing: null,
  wire: ['text', 'number'],
  serves: ['select', 'name'],
  isOrdered: true,
  // If the choices come from a broken file, values cannot be checked.
  mayEqual: (value, { choices }) => !choices?.length || choices.some(choice => choice.value === value),
  check: (value, { choices }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return 'field.choice'
    return !choices || choices.some(choice => choice.value === value) ? undefined : 'field.choice'
  },
}

/** Several of a few choices, each once. */
const multiSelect: Kind = {
  ...PLAIN,
  formats: ['choice'],
  inputs: ['multiSelect'],
  sortable: false,
  takes: ['choices', 'min', 'max'],
  size: 'items',
  nothing: [],
  wire: [],
  serves: ['select'],
  normalise: value => (Array.isArray(value) ? [...new Set(value)] : value),
  check: (value, { choices = [] }) => {
    const known = (one: unknown) => choices.some(choice => choice.value === one)
    return Array.isArray(value) && value.every(known) ? undefined : 'field.choice'
  },
}

/** A record of another resource, by its id. Id 0 and the value of `empty` mean none. */
const reference: Kind = {
  ...PLAIN,
  formats: ['reference', 'identifier', 'text'],
  inputs: ['reference'],
  takes: ['reference', 'dependsOn', 'onDelete', 'empty'],
  nothing: null,
  wire: ['text', 'number'],
  serves: ['select'],
  isOrdered: true,
  mayEqual: value => typeof value !== 'boolean',
  isNothing: (value, { empty }) => value === 0 || value === '0' || (empty && value === empty.value) === true,
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: value => {
    if (typeof value === 'number') return isRecordId(value) ? undefined : 'field.choice'
    return typeof value === 'string' && value.length <= 200 && isStorable(value) ? undefined : 'field.choice'
  },
}

/** The most records that one field refers to. */
const MAX_REFERENCES = 1000

/** Several records of another resource, each once, by their ids: numbers, but of devices texts. */
const references: Kind = {
  ...PLAIN,
  formats: ['reference'],
  inputs: ['references'],
  sortable: false,
  takes: ['reference', 'dependsOn', 'onDelete', 'min', 'max'],
  size: 'items',
  longest: MAX_REFERENCES,
  nothing: [],
  wire: [],
  serves: [],
  normalise: (value, { reference: of }) =>
    Array.isArray(value) ? [...new Set(value.map(one => storedId(one, of)))] : value,
  check: (value, { reference: of }) => {
    const isId = (one: unknown) =>
      of === 'devices' ? typeof one === 'string' && /^\d{1,20}$/.test(one) : isRecordId(one)
    return Array.isArray(value) && value.every(isId) ? undefined : 'field.choice'
  },
}

/** An id as stored in a list of references, so that equal ids are equal in SQL too. */
export function storedId(id: unknown, resource: string | undefined): unknown {
  if (resource === 'devices') return typeof id === 'number' ? String(id) : id
  return typeof id === 'string' && /^\d{1,10}$/.test(id.trim()) ? Number(id) : id
}

/** Whether the values of a kind are ids of other records. */
export const isReferring = (type: string): type is 'reference' | 'references' =>
  type === 'reference' || type === 'references'

export const CHOICE_KINDS = { select, 'multi-select': multiSelect, reference, references }
