/**
 * A field of config as JSON Schema. Each key of `CompiledField` adds keywords (`KEYWORDS`) or, if JSON Schema has none,
 * a sentence of the description (`WORDS`).
 */
import type { CompiledBound, CompiledField, Words } from '../compiled'
import { type FieldType, KINDS } from '../kinds'
import { conditionText } from './conditionText'

export type Json = Record<string, unknown>

/** The JSON type of each kind on the wire, and its empty value. */
const WIRE: Readonly<Record<FieldType, { schema: Json; none: readonly unknown[] }>> = {
  text: { schema: { type: 'string' }, none: [''] },
  multiline: { schema: { type: 'string' }, none: [''] },
  email: { schema: { type: 'string', format: 'email' }, none: [''] },
  phone: { schema: { type: 'string' }, none: [''] },
  url: { schema: { type: 'string', format: 'uri' }, none: [''] },
  password: { schema: { type: 'string', format: 'password', writeOnly: true }, none: [''] },
  color: { schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, none: [''] },
  number: { schema: { type: 'number' }, none: [null] },
  boolean: { schema: { type: 'boolean' }, none: [] },
  date: { schema: { type: 'string', format: 'date' }, none: [null] },
  datetime: { schema: { type: 'string', format: 'date-time' }, none: [null] },
  select: { schema: { type: ['string', 'number'] }, none: [null] },
  'multi-select': { schema: { type: 'array', items: { type: ['string', 'number'] } }, none: [[]] },
  reference: { schema: { type: ['integer', 'string'] }, none: [null, 0] },
  references: { schema: { type: 'array', items: { type: ['integer', 'string'] } }, none: [[]] },
  json: { schema: {}, none: [null] },
  image: { schema: { type: 'string', format: 'uri' }, none: [''] },
  // `min` applies to an empty list too.
  children: { schema: { type: 'array' }, none: [] },
}

const BOUNDS = {
  length: ['minLength', 'maxLength'],
  value: ['minimum', 'maximum'],
  items: ['minItems', 'maxItems'],
} as const

/** Bounds of non-empty values. */
const KEYWORDS: readonly ((field: CompiledField) => Json | undefined)[] = [
  ({ type, min, max = KINDS[type].longest }) => {
    const { size } = KINDS[type]
    if (!size) return undefined
    const [low, high] = BOUNDS[size]
    return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) }
  },
  ({ type, choices }) => {
    if (!choices) return undefined
    const values = choices.map(({ value }) => value)
    return type === 'multi-select' ? { items: { enum: values } } : { enum: values }
  },
  ({ type, rules }) =>
    type === 'number' && rules.some(({ rule }) => rule === 'integer') ? { type: 'integer' } : undefined,
  ({ type, rules }) =>
    type !== 'number' && rules.some(({ rule }) => rule === 'digits')
      ? { pattern: '^\\s*[0-9]*\\s*$' }
      : undefined,
]

/** The sentences of the description. */
const WORDS: readonly ((field: CompiledField) => string | undefined)[] = [
  ({ label }) => both(label),
  ({ help }) => help && both(help),
  ({ choices }) => choices?.map(({ value, label }) => `${value}: ${both(label)}`).join(', '),
  ({ choicesFrom }) => (choicesFrom === 'levels' ? 'At most the level of who writes' : undefined),
  ({ type, reference, dependsOn }) =>
    reference &&
    `${type === 'references' ? 'Ids of records' : 'Id of a record'} of ${reference}${dependsOn ? ` that agrees with ${Object.values(dependsOn).join(', ')}` : ''}`,
  ({ onDelete }) => onDelete && ON_DELETE[onDelete],
  ({ children }) =>
    children &&
    `Records of ${children.resource} that belong to this one (their ${children.by}), ${children.order ? 'in their order' : 'as they were added'}; not in lists. Sent, rows without an id are made, those with one changed, and those that are missing deleted`,
  ({ computed }) => (computed ? 'Worked out by the server at each save' : undefined),
  ({ defaultExpression }) => (defaultExpression ? 'Worked out by the server when it is not sent' : undefined),
  ({ earliest }) => earliest && `At the earliest ${boundInWords(earliest)}`,
  ({ latest }) => latest && `At the latest ${boundInWords(latest)}`,
  ({ unique }) =>
    unique &&
    `No two records ${unique.within === 'vendor' ? 'of a vendor ' : ''}have the same value${unique.with.length > 0 ? ` together with ${unique.with.join(', ')}` : ''}`,
  ({ mask }) => mask && `Entered as ${mask}; the digits are kept`,
  ({ rules }) => (rules.length > 0 ? `Rules: ${rules.map(ruleInWords).join(', ')}` : undefined),
  ({ required }) => (required?.when ? `Required when ${conditionText(required.when)}` : undefined),
  ({ visible }) => visible && `Taken only when ${conditionText(visible)}`,
  ({ readOnly }) => readOnly && `Cannot be changed when ${conditionText(readOnly)}`,
  ({ read }) => (read === 'none' ? undefined : `Read from level ${read} up`),
  ({ write }) => (write === 'none' || write === 'never' ? undefined : `Written from level ${write} up`),
]

const ON_DELETE = {
  clear: 'Emptied of what is deleted',
  cascade: 'When what it leads to is deleted, the record is too',
} as const

const both = ({ ko, en }: Words) => (ko === en ? ko : `${ko} / ${en}`)

const ruleInWords = ({ rule, value }: CompiledField['rules'][number]) =>
  value === undefined ? rule : `${rule} ${value}`

function boundInWords(bound: CompiledBound): string {
  if ('field' in bound) return `what ${bound.field} has`
  if ('day' in bound) return bound.day
  const { from, add, unit } = bound
  return add === 0 ? from : `${from} ${add < 0 ? '-' : '+'} ${Math.abs(add)} ${unit}`
}

const aboutField = (field: CompiledField): Json => {
  const words = WORDS.map(say => say(field)).filter(text => text !== undefined && text !== '')
  const rules = field.rules.map(({ rule, value }) => (value === undefined ? { rule } : { rule, value }))
  return {
    description: words.join('. '),
    ...(rules.length > 0 && { 'x-rules': rules }),
    ...(field.write === 'never' && { readOnly: true }),
  }
}

/** The schema of a field in requests. The schema of the record lists the required fields. */
export function fieldSchema(field: CompiledField): Json {
  const { schema, none } = WIRE[field.type]
  const value: Json = Object.assign({}, schema, ...KEYWORDS.map(keyword => keyword(field) ?? {}))
  const about = {
    ...aboutField(field),
    ...(field.default !== undefined && { default: field.default }),
  }
  if (isRequired(field) || none.length === 0 || Object.keys(value).length === 0) return { ...value, ...about }
  // The empty value is accepted regardless of bounds.
  return { anyOf: [value, { enum: none }], ...about }
}

/** The schema of a field in responses, without bounds: stored values may be older than the current config. */
export function readSchema(field: CompiledField): Json {
  return aboutField(field)
}

/** The contract's schema of a field with the description of config, and its bounds if both have the same type. */
export function boundSchema(field: CompiledField, contract: Json): Json {
  const { schema } = WIRE[field.type]
  const isSame = isRequired(field) && schema.type === contract.type && contract.type === 'string'
  const bounds = isSame ? Object.assign({}, ...KEYWORDS.map(keyword => keyword(field) ?? {})) : {}
  return { ...contract, ...bounds, ...aboutField(field) }
}

/** True if every caller must send the field of a new record: it has no default and no condition. */
export function isRequired({
  required,
  visible,
  readOnly,
  default: usual,
  defaultExpression,
  write,
  read,
}: CompiledField): boolean {
  const isAlways = required !== undefined && required.when === undefined
  const isEverybodys = write === 'none' && read === 'none'
  return isAlways && isEverybodys && !visible && !readOnly && usual === undefined && !defaultExpression
}
