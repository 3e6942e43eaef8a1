/**
 * Converts fields of config to JSON Schema. A key of `CompiledField` becomes a keyword (`KEYWORDS`) or, if JSON Schema
 * has none for it, a sentence of the description (`SENTENCES`).
 */
import type { CompiledBound, CompiledField, Words } from '../compiled'
import { KINDS } from '../kinds'
import { emptyValueOf } from '../values'
import { conditionText } from './conditionText'

export type Json = Record<string, unknown>

const BOUNDS = {
  length: ['minLength', 'maxLength'],
  value: ['minimum', 'maximum'],
  items: ['minItems', 'maxItems'],
} as const

/** Keywords for non-empty values. */
const KEYWORDS: readonly ((field: CompiledField) => Json | undefined)[] = [
  ({ type, min, max = KINDS[type].defaultMax }) => {
    const { size } = KINDS[type]
    if (!size) return undefined
    const [low, high] = BOUNDS[size]
    return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) }
  },
  ({ type, choices }) => {
    if (!choices) return undefined
    const values = choices.map(({ value }) => value)
    return KINDS[type].schema.items ? { items: { enum: values } } : { enum: values }
  },
  ({ type, rules }) =>
    type === 'number' && rules.some(({ rule }) => rule === 'integer') ? { type: 'integer' } : undefined,
  // The server removes the white space.
  ({ type, rules }) =>
    type !== 'number' && rules.some(({ rule }) => rule === 'digits')
      ? { pattern: '^\\s*[0-9]*\\s*$' }
      : undefined,
]

/** The sentences of the description. */
const SENTENCES: readonly ((field: CompiledField) => string | undefined)[] = [
  ({ label }) => inBothLanguages(label),
  ({ help }) => help && inBothLanguages(help),
  ({ choices }) => choices?.map(({ value, label }) => `${value}: ${inBothLanguages(label)}`).join(', '),
  ({ choicesFrom }) => (choicesFrom === 'levels' ? 'At most the level of the caller' : undefined),
  ({ type, reference, dependsOn }) =>
    reference &&
    `${type === 'references' ? 'Ids of records' : 'Id of a record'} of ${reference}${dependsOn ? `; must match ${Object.values(dependsOn).join(', ')}` : ''}`,
  ({ onDelete }) => onDelete && ON_DELETE[onDelete],
  ({ children }) =>
    children &&
    `Records of ${children.resource} that refer to this one (${children.by}), ${children.order ? 'by position' : 'in order of creation'}; not in lists. In requests, rows without an id are created, rows with an id changed, and missing rows deleted`,
  ({ computed }) => (computed ? 'Computed by the server at each save' : undefined),
  ({ defaultExpression }) => (defaultExpression ? 'Computed by the server if it is not sent' : undefined),
  ({ earliest }) => earliest && `At the earliest ${boundInWords(earliest)}`,
  ({ latest }) => latest && `At the latest ${boundInWords(latest)}`,
  ({ unique }) =>
    unique &&
    `No two records ${unique.within === 'vendor' ? 'of a vendor ' : ''}have the same value${unique.with.length > 0 ? ` together with ${unique.with.join(', ')}` : ''}`,
  ({ mask }) => mask && `Entered as ${mask}; stored as digits`,
  ({ rules }) => (rules.length > 0 ? `Rules: ${rules.map(ruleInWords).join(', ')}` : undefined),
  ({ required }) => (required?.when ? `Required if ${conditionText(required.when)}` : undefined),
  ({ visible }) => visible && `Accepted only if ${conditionText(visible)}`,
  ({ readOnly }) => readOnly && `Cannot be changed if ${conditionText(readOnly)}`,
  ({ read }) => (read === 'none' ? undefined : `Read from level ${read} up`),
  ({ write }) => (write === 'none' || write === 'never' ? undefined : `Written from level ${write} up`),
]

const ON_DELETE = {
  clear: 'Cleared if the referenced record is deleted',
  cascade: 'This record is deleted with the referenced record',
} as const

const inBothLanguages = ({ ko, en }: Words) => (ko === en ? ko : `${ko} / ${en}`)

const ruleInWords = ({ rule, value }: CompiledField['rules'][number]) =>
  value === undefined ? rule : `${rule} ${value}`

function boundInWords(bound: CompiledBound): string {
  if ('field' in bound) return `the value of ${bound.field}`
  if ('day' in bound) return bound.day
  const { from, add, unit } = bound
  return add === 0 ? from : `${from} ${add < 0 ? '-' : '+'} ${Math.abs(add)} ${unit}`
}

const annotationsOf = (field: CompiledField): Json => {
  const sentences = SENTENCES.map(toSentence => toSentence(field)).filter(
    text => text !== undefined && text !== '',
  )
  const rules = field.rules.map(({ rule, value }) => (value === undefined ? { rule } : { rule, value }))
  return {
    description: sentences.join('. '),
    ...(rules.length > 0 && { 'x-rules': rules }),
    ...(field.write === 'never' && { readOnly: true }),
  }
}

/** The schema of a field in requests. */
export function requestSchema(field: CompiledField): Json {
  const { schema, emptyValue, emptyValues = [emptyValue] } = KINDS[field.type]
  const value: Json = Object.assign({}, schema, ...KEYWORDS.map(keyword => keyword(field) ?? {}))
  const annotations = {
    ...annotationsOf(field),
    ...(field.default !== undefined && { default: field.default }),
  }
  if (isRequired(field) || emptyValues.length === 0 || Object.keys(value).length === 0)
    return { ...value, ...annotations }
  // The empty value is accepted regardless of bounds.
  return { anyOf: [value, { enum: emptyValues }], ...annotations }
}

/**
 * The schema of a field in responses: its type, without bounds or choices, since stored values may be older than the
 * current config.
 */
export function responseSchema(field: CompiledField): Json {
  const { type, items, format } = KINDS[field.type].schema
  const choiceTypes = field.choices && [...new Set(field.choices.map(({ value }) => typeof value))]
  const types = [(!items && choiceTypes) || type || []].flat()
  const isNullable = types.length > 0 && emptyValueOf(field) === null
  return {
    ...(types.length > 0 && { type: isNullable ? [...types, 'null'] : types }),
    ...(items !== undefined && { items: choiceTypes ? { type: choiceTypes } : items }),
    // An empty text has no format.
    ...(isNullable && format !== undefined && { format }),
    ...annotationsOf(field),
  }
}

/** The contract's schema of a field in responses, with the description of config. */
export const contractResponseSchema = (field: CompiledField, contract: Json): Json => ({
  ...contract,
  ...annotationsOf(field),
})

/** The contract's schema of a field, with the description of config; also with its bounds for required texts. */
export function contractRequestSchema(field: CompiledField, contract: Json): Json {
  const { schema } = KINDS[field.type]
  const hasSameType = isRequired(field) && schema.type === contract.type && contract.type === 'string'
  const bounds = hasSameType ? Object.assign({}, ...KEYWORDS.map(keyword => keyword(field) ?? {})) : {}
  return { ...contract, ...bounds, ...annotationsOf(field) }
}

/** True if every caller must send the field when creating: it is required without conditions and has no default. */
export function isRequired({
  required,
  visible,
  readOnly,
  default: defaultValue,
  defaultExpression,
  write,
  read,
}: CompiledField): boolean {
  const isUnconditional = required !== undefined && required.when === undefined
  const isForEveryUser = write === 'none' && read === 'none'
  return (
    isUnconditional &&
    isForEveryUser &&
    !visible &&
    !readOnly &&
    defaultValue === undefined &&
    !defaultExpression
  )
}
