/** The kinds of field whose value is chosen: from choices in config, or from the records of another resource. */
import { isRecordId } from '../../domain/own'
import { isStorable, plainText } from '../../domain/typed'
import { type Choice, KIND_DEFAULTS, type Kind } from './kind'

/** One of several choices. */
const select: Kind = {
  ...KIND_DEFAULTS,
  formats: ['choice', 'badge', 'text', 'level'],
  textFormat: 'choice',
  inputs: ['select', 'radio'],
  optionKeys: ['choices'],
  emptyValue: null,
  schema: { type: ['string', 'number'] },
  wireTypes: ['text', 'number'],
  expressionKind: 'text',
  usableFor: ['select', 'name', 'unique'],
  isOrdered: true,
  // Choices are empty if they come from a broken file. Then conditions are not refused: the file has its own error.
  canEqual: (value, { choices }) => !choices?.length || choices.some(choice => choice.value === value),
  // Stricter than `canEqual`: nothing can be chosen from an empty list.
  check: (value, { choices }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return 'field.choice'
    return !choices || choices.some(choice => choice.value === value) ? undefined : 'field.choice'
  },
  cell: { problem: 'choice', read: findChoice },
}

/** The value of the choice with this value or label, ignoring case. */
function findChoice(text: string, choices: readonly Choice[]): string | number | undefined {
  const wantedWord = comparable(text)
  return choices.find(({ value, label, short = label, aliases = [] }) =>
    [String(value), label.ko, label.en, short.ko, short.en, ...aliases].some(
      word => comparable(word) === wantedWord,
    ),
  )?.value
}

const comparable = (word: string) => plainText(word).toLowerCase()

/** Any number of choices, each at most once. */
const multiSelect: Kind = {
  ...KIND_DEFAULTS,
  formats: ['choice'],
  inputs: ['multiSelect'],
  sortable: false,
  optionKeys: ['choices', 'min', 'max'],
  size: 'items',
  emptyValue: [],
  schema: { type: 'array', items: { type: ['string', 'number'] } },
  wireTypes: [],
  expressionKind: 'list',
  usableFor: ['select'],
  normalise: value => (Array.isArray(value) ? [...new Set(value)] : value),
  check: (value, { choices = [] }) => {
    const isChoice = (item: unknown) => choices.some(choice => choice.value === item)
    return Array.isArray(value) && value.every(isChoice) ? undefined : 'field.choice'
  },
  cell: {
    problem: 'choice',
    read: (text, choices) => {
      // A label may contain a comma: try the whole text first.
      const choice = findChoice(text, choices)
      if (choice !== undefined) return [choice]
      const names = text.split(/[,;]/).map(name => name.trim())
      const values = names.filter(name => name !== '').map(name => findChoice(name, choices))
      return values.includes(undefined) ? undefined : values
    },
  },
}

/** The longest id as text, in characters. */
const MAX_ID_LENGTH = 200

/** The id of a record of another resource; 0 and the value of `empty` mean no record. */
const reference: Kind = {
  ...KIND_DEFAULTS,
  formats: ['reference', 'identifier', 'text'],
  textFormat: 'reference',
  inputs: ['reference'],
  optionKeys: ['reference', 'dependsOn', 'onDelete', 'empty'],
  emptyValue: null,
  emptyValues: [null, 0],
  schema: { type: ['integer', 'string'] },
  wireTypes: ['text', 'number'],
  expressionKind: 'reference',
  usableFor: ['select', 'unique'],
  isOrdered: true,
  canEqual: value => typeof value !== 'boolean',
  countsAsEmpty: (value, { empty }) =>
    value === 0 || value === '0' || (empty && value === empty.value) === true,
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: value => {
    if (typeof value === 'number') return isRecordId(value) ? undefined : 'field.choice'
    const isIdText = typeof value === 'string' && value.length <= MAX_ID_LENGTH && isStorable(value)
    return isIdText ? undefined : 'field.choice'
  },
}

/** The most ids in one field. */
const MAX_REFERENCES = 1000

/** The ids of records of another resource, each at most once: numbers, but IMEIs as text for devices. */
const references: Kind = {
  ...KIND_DEFAULTS,
  formats: ['reference'],
  inputs: ['references'],
  sortable: false,
  optionKeys: ['reference', 'dependsOn', 'onDelete', 'min', 'max'],
  size: 'items',
  defaultMax: MAX_REFERENCES,
  emptyValue: [],
  schema: { type: 'array', items: { type: ['integer', 'string'] } },
  wireTypes: [],
  expressionKind: 'references',
  normalise: (value, { reference: resource }) =>
    Array.isArray(value) ? [...new Set(value.map(id => storedId(id, resource)))] : value,
  check: (value, { reference: resource }) => {
    const isId = (id: unknown) =>
      resource === 'devices' ? typeof id === 'string' && /^\d{1,20}$/.test(id) : isRecordId(id)
    return Array.isArray(value) && value.every(isId) ? undefined : 'field.choice'
  },
}

/**
 * An id as `references` stores it: text for devices, else a number. SQL compares these values, so equal ids need equal
 * types. A `reference` keeps the type that was sent.
 */
export function storedId(id: unknown, resource: string | undefined): unknown {
  if (resource === 'devices') return typeof id === 'number' ? String(id) : id
  return typeof id === 'string' && /^\d{1,10}$/.test(id.trim()) ? Number(id) : id
}

/** Whether the values of a kind are ids of other records. */
export const isReferring = (type: string): type is 'reference' | 'references' =>
  type === 'reference' || type === 'references'

export const CHOICE_KINDS = { select, 'multi-select': multiSelect, reference, references }
