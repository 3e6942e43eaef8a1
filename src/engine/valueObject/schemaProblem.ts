/** Validates the schema of an order method with several values, before it is stored. */
import { isObject } from '../../domain/own'
import { isStorable } from '../../domain/typed'
import { patternProblem } from '../validation/patterns'
import { validateProperty } from './readObject'
import { MAX_PROPERTIES, MAX_VALUE_BYTES, type ValueProperty, type ValueSchema } from './schema'

/** `code` is a key of i18n below `errors.`; `at` is a path in the schema, such as `properties.interval.minimum`. */
interface SchemaProblem {
  code: `field.schema.${string}`
  params: { at: string } & Record<string, string | number>
}

/** The maximum length of a schema as JSON. */
const MAX_CHARACTERS = 16_000
const MAX_CHOICES = 100
const MAX_TITLE_LENGTH = 500

/** Names must not contain dots and slashes, which separate the steps of paths. */
const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Keys whose values are shown to users. */
const TITLE_KEYS = ['title', 'description']
const NUMBER_KEYS = ['type', ...TITLE_KEYS, 'minimum', 'maximum', 'enum', 'oneOf', 'default']
const OBJECT_KEYS = ['type', ...TITLE_KEYS, 'properties', 'required', 'additionalProperties']
const KEYS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: [
    'type',
    ...TITLE_KEYS,
    ...['minLength', 'maxLength', 'pattern', 'format', 'enum', 'oneOf', 'default'],
  ],
  number: NUMBER_KEYS,
  integer: NUMBER_KEYS,
  boolean: ['type', ...TITLE_KEYS, 'default'],
  object: OBJECT_KEYS,
}
const ALL_KEYS: ReadonlySet<string> = new Set(Object.values(KEYS_BY_TYPE).flat())

/** The first problem that a check finds; `undefined` if there is none. */
type FirstProblem = SchemaProblem | undefined
type Json = Readonly<Record<string, unknown>>

/** True for a valid schema. */
export const isValueSchema = (schema: unknown): schema is ValueSchema => schemaProblem(schema) === undefined

/** The first problem of a schema; `undefined` if it is valid. */
export function schemaProblem(schema: unknown): FirstProblem {
  if (!isObject(schema)) return problem('object', '')
  if (JSON.stringify(schema).length > MAX_CHARACTERS) return problem('tooLarge', '', { max: MAX_CHARACTERS })
  if (schema.type !== 'object') return problem('root', 'type')
  const count = countProperties(schema)
  if (count > MAX_PROPERTIES) return problem('tooMany', 'properties', { count, max: MAX_PROPERTIES })
  return objectProblem(schema, '', ['$schema', ...OBJECT_KEYS])
}

/** Checks an object: the whole schema, whose path is empty, or a group inside it. */
function objectProblem(schema: Json, path: string, knownKeys: readonly string[]): FirstProblem {
  const { properties, required = [], additionalProperties = false } = schema
  const isGroup = path !== ''
  const keyProblem = keysProblem(schema, path, knownKeys) ?? titlesProblem(schema, path)
  if (keyProblem) return keyProblem
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return problem('none', joinPath(path, 'properties'))
  for (const [name, property] of Object.entries(properties)) {
    const propertyPath = joinPath(path, 'properties', name)
    if (!PROPERTY_NAME.test(name) || name in Object.prototype) return problem('name', propertyPath, { name })
    const innerProblem = propertyProblem(property, propertyPath, isGroup)
    if (innerProblem) return innerProblem
  }
  if (!Array.isArray(required)) return problem('list', joinPath(path, 'required'))
  const unknownName = required.find(name => typeof name !== 'string' || !Object.hasOwn(properties, name))
  if (unknownName !== undefined)
    return problem('required', joinPath(path, 'required'), { name: String(unknownName) })
  return additionalProperties === false
    ? undefined
    : problem('closed', joinPath(path, 'additionalProperties'))
}

/** Checks a property or a group. @param isInGroup true inside a group, which must not contain another group */
function propertyProblem(property: unknown, path: string, isInGroup: boolean): FirstProblem {
  if (!isObject(property)) return problem('object', path)
  const { type } = property
  const knownKeys =
    typeof type === 'string' && Object.hasOwn(KEYS_BY_TYPE, type) ? KEYS_BY_TYPE[type] : undefined
  if (!knownKeys) return typeProblem(property, path)
  if (type === 'object') return isInGroup ? problem('nested', path) : objectProblem(property, path, knownKeys)
  return (
    keysProblem(property, path, knownKeys) ??
    titlesProblem(property, path) ??
    boundsProblem(property, path) ??
    formatProblem(property, path) ??
    choicesProblem(property, path) ??
    // The cast is safe: the checks above have accepted all other keys.
    defaultProblem(property as unknown as ValueProperty, path)
  )
}

/**
 * The problem of a property whose `type` is missing or unsupported. Names an unsupported key, such as `$ref`, if there
 * is one: it is the more likely cause.
 */
function typeProblem(property: Json, path: string): SchemaProblem {
  const unsupportedKey = Object.keys(property).find(key => !ALL_KEYS.has(key))
  return unsupportedKey === undefined
    ? problem('type', joinPath(path, 'type'), { known: Object.keys(KEYS_BY_TYPE).join(', ') })
    : unknownKeyProblem(unsupportedKey, path, [...ALL_KEYS])
}

function keysProblem(schema: Json, path: string, knownKeys: readonly string[]): FirstProblem {
  const unknownKey = Object.keys(schema).find(key => !knownKeys.includes(key))
  return unknownKey === undefined ? undefined : unknownKeyProblem(unknownKey, path, knownKeys)
}

const unknownKeyProblem = (key: string, path: string, knownKeys: readonly string[]) =>
  problem('unknownKey', joinPath(path, key), { key, known: knownKeys.join(', ') })

function titlesProblem(schema: Json, path: string): FirstProblem {
  const invalidKey = TITLE_KEYS.find(key => schema[key] !== undefined && !isTitle(schema[key]))
  return invalidKey === undefined ? undefined : titleProblem(joinPath(path, invalidKey))
}

const titleProblem = (path: string) => problem('text', path, { max: MAX_TITLE_LENGTH })

/** True for a text, or a text in both languages. */
const isTitle = (title: unknown): boolean =>
  isDisplayText(title) ||
  (isObject(title) &&
    Object.keys(title).sort().join() === 'en,ko' &&
    isDisplayText(title.ko) &&
    isDisplayText(title.en))

const isDisplayText = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= MAX_TITLE_LENGTH && isStorable(text)

function boundsProblem(property: Json, path: string): FirstProblem {
  for (const key of ['minLength', 'maxLength'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(Number.isSafeInteger(bound) && Number(bound) >= 0))
      return problem('length', joinPath(path, key))
  }
  for (const key of ['minimum', 'maximum'] as const) {
    const bound = property[key]
    if (bound !== undefined && !(typeof bound === 'number' && Math.abs(bound) <= Number.MAX_SAFE_INTEGER))
      return problem('number', joinPath(path, key))
  }
  return (
    reversedBoundsProblem(property, path, 'minLength', 'maxLength') ??
    reversedBoundsProblem(property, path, 'minimum', 'maximum')
  )
}

/** The problem of a lower bound that is above its upper bound. @param low the key of the lower bound */
function reversedBoundsProblem(property: Json, path: string, low: string, high: string): FirstProblem {
  const isReversed = Number(property[low]) > Number(property[high])
  return isReversed ? problem('order', joinPath(path, low), { low, high }) : undefined
}

function formatProblem({ pattern, maxLength, format }: Json, path: string): FirstProblem {
  if (format !== undefined && format !== 'password') return problem('format', joinPath(path, 'format'))
  if (pattern === undefined) return undefined
  const code = patternProblem(pattern, Math.min(Number(maxLength ?? MAX_VALUE_BYTES), MAX_VALUE_BYTES))
  return code && problem(code, joinPath(path, 'pattern'))
}

/** Choices are values (`enum`), or objects with value and title (`oneOf`). */
function choicesProblem(property: Json, path: string): FirstProblem {
  if (property.enum !== undefined && property.oneOf !== undefined)
    return problem('choicesTwice', joinPath(path, 'oneOf'))
  const key = property.enum === undefined ? 'oneOf' : 'enum'
  const choices = property[key]
  if (choices === undefined) return undefined
  const listPath = joinPath(path, key)
  if (!Array.isArray(choices) || choices.length === 0 || choices.length > MAX_CHOICES)
    return problem('choices', listPath, { max: MAX_CHOICES })
  const values: unknown[] = []
  for (const [index, choice] of choices.entries()) {
    const choicePath = `${listPath}.${index}`
    const choiceProblem = key === 'oneOf' ? titledChoiceProblem(choice, choicePath) : undefined
    if (choiceProblem) return choiceProblem
    const value = key === 'oneOf' ? (choice as Json).const : choice
    // A choice must satisfy the other rules of the property, such as its type and bounds.
    const withoutChoices = { ...property, enum: undefined, oneOf: undefined, default: undefined }
    if (value === '' || validateProperty(withoutChoices as unknown as ValueProperty, value))
      return problem('choiceValue', choicePath, { type: String(property.type) })
    if (values.includes(value)) return problem('choiceTwice', choicePath, { value: String(value) })
    values.push(value)
  }
  return undefined
}

/** Checks the keys and the title of an entry of `oneOf`; the caller checks its value. */
function titledChoiceProblem(choice: unknown, path: string): FirstProblem {
  if (!isObject(choice)) return problem('choice', path)
  const keyProblem = keysProblem(choice, path, ['const', 'title'])
  if (keyProblem) return keyProblem
  return isTitle(choice.title) ? undefined : titleProblem(joinPath(path, 'title'))
}

function defaultProblem(property: ValueProperty, path: string): FirstProblem {
  if (property.default === undefined) return undefined
  // A secret must not have a default, since defaults are sent to every browser.
  const isValid = !('format' in property) && !validateProperty(property, property.default)
  return isValid ? undefined : problem('default', joinPath(path, 'default'))
}

/** Counts groups and their properties too. */
function countProperties({ properties }: Json): number {
  if (!isObject(properties)) return 0
  const countOf = (property: unknown) =>
    1 + (isObject(property) && isObject(property.properties) ? Object.keys(property.properties).length : 0)
  return Object.values(properties).reduce<number>((sum, property) => sum + countOf(property), 0)
}

const joinPath = (path: string, ...steps: string[]) => [path, ...steps].filter(Boolean).join('.')

/** The problem at a path. Messages show the path of the whole schema, which is empty, as `{ }`. */
const problem = (
  code: string,
  path: string,
  params: Record<string, string | number> = {},
): SchemaProblem => ({
  code: `field.schema.${code}`,
  params: { at: path || '{ }', ...params },
})
