/** Finds the first problem in the schema of an order method with several values, and its path. */
import { isObject } from '../../domain/own'
import { isStorable } from '../kinds/kind'
import { patternProblem } from '../validation/patterns'
import { validateProperty } from './readObject'
import { MAX_PROPERTIES, MAX_VALUE_BYTES, type ValueProperty, type ValueSchema } from './schema'

/** The sentence of a code is in i18n under `errors.`; `at` is a path, such as `properties.interval.minimum`. */
interface SchemaProblem {
  code: `field.schema.${string}`
  params: { at: string } & Record<string, string | number>
}

/** The maximum length of a schema as JSON. */
const MAX_CHARACTERS = 16_000
const MAX_CHOICES = 100
const LONGEST_TEXT = 500

/** Names without dots and slashes, which separate the steps of a path. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

const TITLES = ['title', 'description']
const OF_OBJECT = ['type', ...TITLES, 'properties', 'required', 'additionalProperties']
const KEYS: Readonly<Record<string, readonly string[]>> = {
  string: ['type', ...TITLES, ...['minLength', 'maxLength', 'pattern', 'format', 'enum', 'oneOf', 'default']],
  number: ['type', ...TITLES, 'minimum', 'maximum', 'enum', 'oneOf', 'default'],
  integer: ['type', ...TITLES, 'minimum', 'maximum', 'enum', 'oneOf', 'default'],
  boolean: ['type', ...TITLES, 'default'],
  object: OF_OBJECT,
}

type Found = SchemaProblem | undefined
type Json = Readonly<Record<string, unknown>>

/** True for a valid schema. */
export const isValueSchema = (schema: unknown): schema is ValueSchema => schemaProblem(schema) === undefined

export function schemaProblem(schema: unknown): Found {
  if (!isObject(schema)) return found('object', '')
  if (JSON.stringify(schema).length > MAX_CHARACTERS) return found('tooLarge', '', { max: MAX_CHARACTERS })
  if (schema.type !== 'object') return found('root', 'type')
  const count = countOf(schema)
  if (count > MAX_PROPERTIES) return found('tooMany', 'properties', { count, max: MAX_PROPERTIES })
  return objectProblem(schema, '', ['$schema', ...OF_OBJECT])
}

/** The problem of the schema itself, or of a group within it. */
function objectProblem(schema: Json, at: string, known: readonly string[]): Found {
  const { properties, required = [], additionalProperties = false } = schema
  const wrong = keysProblem(schema, at, known) ?? titlesProblem(schema, at)
  if (wrong) return wrong
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return found('none', to(at, 'properties'))
  for (const [name, property] of Object.entries(properties)) {
    const place = to(at, 'properties', name)
    if (!NAME.test(name) || name in Object.prototype) return found('name', place, { name })
    const inside = propertyProblem(property, place, at !== '')
    if (inside) return inside
  }
  if (!Array.isArray(required)) return found('list', to(at, 'required'))
  const unknown = required.find(name => typeof name !== 'string' || !Object.hasOwn(properties, name))
  if (unknown !== undefined) return found('required', to(at, 'required'), { name: String(unknown) })
  return additionalProperties === false ? undefined : found('closed', to(at, 'additionalProperties'))
}

function propertyProblem(property: unknown, at: string, nested: boolean): Found {
  if (!isObject(property)) return found('object', at)
  const { type } = property
  const known = typeof type === 'string' && Object.hasOwn(KEYS, type) ? KEYS[type] : undefined
  // Where another key stands in place of a type, such as $ref, that key is reported.
  if (!known) {
    const foreign = Object.keys(property).find(key => !OF_ANY.has(key))
    return foreign === undefined
      ? found('type', to(at, 'type'), { known: Object.keys(KEYS).join(', ') })
      : found('unknownKey', to(at, foreign), { key: foreign, known: [...OF_ANY].join(', ') })
  }
  if (type === 'object') return nested ? found('nested', at) : objectProblem(property, at, known)
  return (
    keysProblem(property, at, known) ??
    titlesProblem(property, at) ??
    boundsProblem(property, at) ??
    patternAt(property, at) ??
    choicesProblem(property, at) ??
    defaultProblem(property as unknown as ValueProperty, at)
  )
}

const OF_ANY: ReadonlySet<string> = new Set(Object.values(KEYS).flat())

function keysProblem(schema: Json, at: string, known: readonly string[]): Found {
  const key = Object.keys(schema).find(one => !known.includes(one))
  return key === undefined ? undefined : found('unknownKey', to(at, key), { key, known: known.join(', ') })
}

function titlesProblem(schema: Json, at: string): Found {
  const wrong = TITLES.find(key => schema[key] !== undefined && !isText(schema[key]))
  return wrong === undefined ? undefined : found('text', to(at, wrong), { max: LONGEST_TEXT })
}

const isShown = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST_TEXT && isStorable(text)

const isText = (text: unknown): boolean =>
  isShown(text) ||
  (isObject(text) && Object.keys(text).sort().join() === 'en,ko' && isShown(text.ko) && isShown(text.en))

function boundsProblem(property: Json, at: string): Found {
  for (const key of ['minLength', 'maxLength'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(Number.isSafeInteger(bound) && Number(bound) >= 0))
      return found('length', to(at, key))
  }
  for (const key of ['minimum', 'maximum'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER))
      return found('number', to(at, key))
  }
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const)
    if (Number(property[low]) > Number(property[high])) return found('order', to(at, low), { low, high })
  return undefined
}

function patternAt({ pattern, maxLength, format }: Json, at: string): Found {
  if (format !== undefined && format !== 'password') return found('format', to(at, 'format'))
  if (pattern === undefined) return undefined
  const code = patternProblem(pattern, Math.min(Number(maxLength ?? MAX_VALUE_BYTES), MAX_VALUE_BYTES))
  return code && found(code, to(at, 'pattern'))
}

function choicesProblem(property: Json, at: string): Found {
  const { enum: plain, oneOf, type } = property
  if (plain === undefined && oneOf === undefined) return undefined
  if (plain !== undefined && oneOf !== undefined) return found('choicesTwice', to(at, 'oneOf'))
  const place = to(at, plain === undefined ? 'oneOf' : 'enum')
  const listed = plain ?? oneOf
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_CHOICES)
    return found('choices', place, { max: MAX_CHOICES })
  const values: unknown[] = []
  for (const [index, one] of listed.entries()) {
    const here = `${place}.${index}`
    if (plain === undefined) {
      if (!isObject(one)) return found('choice', here)
      const wrong = keysProblem(one, here, ['const', 'title'])
      if (wrong) return wrong
      if (!isText(one.title)) return found('text', to(here, 'title'), { max: LONGEST_TEXT })
    }
    const value = plain === undefined ? (one as Json).const : one
    const bare = { ...property, enum: undefined, oneOf: undefined, default: undefined }
    if (value === '' || validateProperty(bare as unknown as ValueProperty, value))
      return found('choiceValue', here, { type: String(type) })
    if (values.includes(value)) return found('choiceTwice', here, { value: String(value) })
    values.push(value)
  }
  return undefined
}

function defaultProblem(property: ValueProperty, at: string): Found {
  if (property.default === undefined) return undefined
  // A secret cannot have a default, since defaults are sent to every browser.
  const fits = !('format' in property) && !validateProperty(property, property.default)
  return fits ? undefined : found('default', to(at, 'default'))
}

function countOf({ properties }: Json): number {
  const own = isObject(properties) ? Object.values(properties) : []
  return own.reduce<number>(
    (sum, one) =>
      sum + 1 + (isObject(one) && isObject(one.properties) ? Object.keys(one.properties).length : 0),
    0,
  )
}

const to = (at: string, ...steps: string[]) => [at, ...steps].filter(Boolean).join('.')

const found = (code: string, at: string, params: Record<string, string | number> = {}): SchemaProblem => ({
  code: `field.schema.${code}`,
  params: { at: at || '{ }', ...params },
})
