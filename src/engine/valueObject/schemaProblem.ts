/** Validates the schema of an order method with several values, before it is stored. */
import { isObject } from '../../domain/own'
import { isStorable } from '../kinds/kind'
import { patternProblem } from '../validation/patterns'
import { validateProperty } from './readObject'
import { MAX_PROPERTIES, MAX_VALUE_BYTES, type ValueProperty, type ValueSchema } from './schema'

/** `code` is a key of i18n below `errors.`; `at` is a path, such as `properties.interval.minimum`. */
interface SchemaProblem {
  code: `field.schema.${string}`
  params: { at: string } & Record<string, string | number>
}

/** The maximum length of a schema as JSON. */
const MAX_CHARACTERS = 16_000
const MAX_CHOICES = 100
const MAX_TEXT_LENGTH = 500

/** Names must not contain dots and slashes, which separate the steps of paths. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

const TITLES = ['title', 'description']
const OBJECT_KEYS = ['type', ...TITLES, 'properties', 'required', 'additionalProperties']
const KEYS: Readonly<Record<string, readonly string[]>> = {
  string: ['type', ...TITLES, ...['minLength', 'maxLength', 'pattern', 'format', 'enum', 'oneOf', 'default']],
  number: ['type', ...TITLES, 'minimum', 'maximum', 'enum', 'oneOf', 'default'],
  integer: ['type', ...TITLES, 'minimum', 'maximum', 'enum', 'oneOf', 'default'],
  boolean: ['type', ...TITLES, 'default'],
  object: OBJECT_KEYS,
}

type Problem = SchemaProblem | undefined
type Json = Readonly<Record<string, unknown>>

/** True for a valid schema. */
export const isValueSchema = (schema: unknown): schema is ValueSchema => schemaProblem(schema) === undefined

/** The first problem of a schema; `undefined` if it is valid. */
export function schemaProblem(schema: unknown): Problem {
  if (!isObject(schema)) return problem('object', '')
  if (JSON.stringify(schema).length > MAX_CHARACTERS) return problem('tooLarge', '', { max: MAX_CHARACTERS })
  if (schema.type !== 'object') return problem('root', 'type')
  const count = countProperties(schema)
  if (count > MAX_PROPERTIES) return problem('tooMany', 'properties', { count, max: MAX_PROPERTIES })
  return objectProblem(schema, '', ['$schema', ...OBJECT_KEYS])
}

/** The problem of the schema itself, or of a group within it. */
function objectProblem(schema: Json, at: string, known: readonly string[]): Problem {
  const { properties, required = [], additionalProperties = false } = schema
  const wrong = keysProblem(schema, at, known) ?? titlesProblem(schema, at)
  if (wrong) return wrong
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return problem('none', joinPath(at, 'properties'))
  for (const [name, property] of Object.entries(properties)) {
    const place = joinPath(at, 'properties', name)
    if (!NAME.test(name) || name in Object.prototype) return problem('name', place, { name })
    const inside = propertyProblem(property, place, at !== '')
    if (inside) return inside
  }
  if (!Array.isArray(required)) return problem('list', joinPath(at, 'required'))
  const unknown = required.find(name => typeof name !== 'string' || !Object.hasOwn(properties, name))
  if (unknown !== undefined) return problem('required', joinPath(at, 'required'), { name: String(unknown) })
  return additionalProperties === false ? undefined : problem('closed', joinPath(at, 'additionalProperties'))
}

/** @param isInGroup whether the property belongs to a group: groups must not be nested further */
function propertyProblem(property: unknown, at: string, isInGroup: boolean): Problem {
  if (!isObject(property)) return problem('object', at)
  const { type } = property
  const known = typeof type === 'string' && Object.hasOwn(KEYS, type) ? KEYS[type] : undefined
  // Report an unsupported key, such as $ref, rather than the missing type.
  if (!known) {
    const foreign = Object.keys(property).find(key => !ALL_KEYS.has(key))
    return foreign === undefined
      ? problem('type', joinPath(at, 'type'), { known: Object.keys(KEYS).join(', ') })
      : problem('unknownKey', joinPath(at, foreign), { key: foreign, known: [...ALL_KEYS].join(', ') })
  }
  if (type === 'object') return isInGroup ? problem('nested', at) : objectProblem(property, at, known)
  return (
    keysProblem(property, at, known) ??
    titlesProblem(property, at) ??
    boundsProblem(property, at) ??
    formatProblem(property, at) ??
    choicesProblem(property, at) ??
    // All keys are checked by now.
    defaultProblem(property as unknown as ValueProperty, at)
  )
}

const ALL_KEYS: ReadonlySet<string> = new Set(Object.values(KEYS).flat())

function keysProblem(schema: Json, at: string, known: readonly string[]): Problem {
  const key = Object.keys(schema).find(one => !known.includes(one))
  return key === undefined
    ? undefined
    : problem('unknownKey', joinPath(at, key), { key, known: known.join(', ') })
}

function titlesProblem(schema: Json, at: string): Problem {
  const wrong = TITLES.find(key => schema[key] !== undefined && !isText(schema[key]))
  return wrong === undefined ? undefined : problem('text', joinPath(at, wrong), { max: MAX_TEXT_LENGTH })
}

const isDisplayText = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= MAX_TEXT_LENGTH && isStorable(text)

const isText = (text: unknown): boolean =>
  isDisplayText(text) ||
  (isObject(text) &&
    Object.keys(text).sort().join() === 'en,ko' &&
    isDisplayText(text.ko) &&
    isDisplayText(text.en))

function boundsProblem(property: Json, at: string): Problem {
  for (const key of ['minLength', 'maxLength'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(Number.isSafeInteger(bound) && Number(bound) >= 0))
      return problem('length', joinPath(at, key))
  }
  for (const key of ['minimum', 'maximum'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER))
      return problem('number', joinPath(at, key))
  }
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const)
    if (Number(property[low]) > Number(property[high]))
      return problem('order', joinPath(at, low), { low, high })
  return undefined
}

function formatProblem({ pattern, maxLength, format }: Json, at: string): Problem {
  if (format !== undefined && format !== 'password') return problem('format', joinPath(at, 'format'))
  if (pattern === undefined) return undefined
  const code = patternProblem(pattern, Math.min(Number(maxLength ?? MAX_VALUE_BYTES), MAX_VALUE_BYTES))
  return code && problem(code, joinPath(at, 'pattern'))
}

function choicesProblem(property: Json, at: string): Problem {
  const { enum: plain, oneOf, type } = property
  if (plain === undefined && oneOf === undefined) return undefined
  if (plain !== undefined && oneOf !== undefined) return problem('choicesTwice', joinPath(at, 'oneOf'))
  const place = joinPath(at, plain === undefined ? 'oneOf' : 'enum')
  const listed = plain ?? oneOf
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_CHOICES)
    return problem('choices', place, { max: MAX_CHOICES })
  const values: unknown[] = []
  for (const [index, choice] of listed.entries()) {
    const choicePath = `${place}.${index}`
    if (plain === undefined) {
      if (!isObject(choice)) return problem('choice', choicePath)
      const wrong = keysProblem(choice, choicePath, ['const', 'title'])
      if (wrong) return wrong
      if (!isText(choice.title))
        return problem('text', joinPath(choicePath, 'title'), { max: MAX_TEXT_LENGTH })
    }
    const value = plain === undefined ? (choice as Json).const : choice
    // A choice must be a valid value of the property, apart from the choices themselves.
    const withoutChoices = { ...property, enum: undefined, oneOf: undefined, default: undefined }
    if (value === '' || validateProperty(withoutChoices as unknown as ValueProperty, value))
      return problem('choiceValue', choicePath, { type: String(type) })
    if (values.includes(value)) return problem('choiceTwice', choicePath, { value: String(value) })
    values.push(value)
  }
  return undefined
}

function defaultProblem(property: ValueProperty, at: string): Problem {
  if (property.default === undefined) return undefined
  // A secret cannot have a default, since defaults are sent to every browser.
  const fits = !('format' in property) && !validateProperty(property, property.default)
  return fits ? undefined : problem('default', joinPath(at, 'default'))
}

/** The number of properties, including groups and the properties in them. */
function countProperties({ properties }: Json): number {
  if (!isObject(properties)) return 0
  const countOf = (property: unknown) =>
    1 + (isObject(property) && isObject(property.properties) ? Object.keys(property.properties).length : 0)
  return Object.values(properties).reduce<number>((sum, property) => sum + countOf(property), 0)
}

const joinPath = (at: string, ...steps: string[]) => [at, ...steps].filter(Boolean).join('.')

const problem = (code: string, at: string, params: Record<string, string | number> = {}): SchemaProblem => ({
  code: `field.schema.${code}`,
  params: { at: at || '{ }', ...params },
})
