/**
 * Validates a file against its shape. TypeBox checks the values, but we traverse the shape ourselves: each error gets
 * its location, and for a union (a text may be "…" or {ko, en}) only errors of the most likely branch are reported.
 */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import { isObject, ownValue } from '../../domain/own'
import type { ConfigFile } from './JsonSource'
import type { Location } from './Location'
import { MAX_ENTRIES } from './limits'
import { type ConfigCode, type ConfigError, quote } from './problems'
import { suggest } from './suggest'

/** Compiled shapes of files. Most files are valid, and a valid file need not be traversed. */
const validators = new WeakMap<TSchema, Validator>()

function validatorOf(shape: TSchema): Validator {
  const cached = validators.get(shape)
  if (cached) return cached
  const validator = Compile(shape)
  validators.set(shape, validator)
  return validator
}

/** Reports all differences between the value of the file and the shape. */
export function checkShape(file: ConfigFile, shape: TSchema): void {
  const { value, root } = file
  if (validatorOf(shape).Check(value) && !hasTooMany(value)) return
  check(shape as Shape, value, root)
  // Check the whole value again, in case the traversal has missed an error.
  if (file.errors.length === 0) checkLeaf(shape as Shape, value, root)
}

/** The part of JSON Schema that the shapes of `engine/shapes` use. */
interface Shape {
  type?: string
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  maxItems?: number
  maxProperties?: number
}

/** Follows the shape down to leaves, which TypeBox checks. */
function check(shape: Shape, value: unknown, loc: Location): void {
  const limit = (Array.isArray(value) ? shape.maxItems : shape.maxProperties) ?? MAX_ENTRIES
  if (isContainer(value) && Object.keys(value).length > limit) loc.report('tooMany', { limit })
  else if (shape.anyOf) check(likelyBranch(shape.anyOf, value), value, loc)
  else if (shape.properties && isObject(value)) checkObject(shape, shape.properties, value, loc)
  else if (shape.patternProperties && isObject(value)) {
    const entryShape = Object.values(shape.patternProperties)[0] ?? {}
    for (const [name, entry] of Object.entries(value)) check(entryShape, entry, loc.at(name))
  } else if (shape.items && Array.isArray(value)) {
    for (const [index, item] of value.entries()) check(shape.items, item, loc.at(index))
    // The items are checked: check only the list itself, such as its length.
    checkLeaf({ ...shape, items: {} }, value, loc)
  } else checkLeaf(shape, value, loc)
}

function checkObject(
  { required = [] }: Shape,
  properties: Record<string, Shape>,
  value: Record<string, unknown>,
  loc: Location,
): void {
  const knownKeys = Object.keys(properties)
  for (const [name, entry] of Object.entries(value)) {
    const entryShape = ownValue(properties, name)
    const unusedKeys = knownKeys.filter(key => !Object.hasOwn(value, key))
    if (entryShape) check(entryShape, entry, loc.at(name))
    else
      loc.at(name).reportKey('unknownKey', {
        name,
        hint: suggest(name, unusedKeys) ?? suggest(name, knownKeys) ?? '',
        known: knownKeys.join(', '),
      })
  }
  for (const name of required) if (!Object.hasOwn(value, name)) loc.report('missingKey', { name })
}

function checkLeaf(shape: Shape, value: unknown, loc: Location): void {
  const [error] = Value.Check(shape as TSchema, value) ? [] : Value.Errors(shape as TSchema, value)
  if (error) loc.report(...problemOf(error, shape, value))
}

function problemOf(
  error: ReturnType<typeof Value.Errors>[number],
  shape: Shape,
  value: unknown,
): [code: ConfigCode, params: ConfigError['params']] {
  switch (error.keyword) {
    case 'enum': {
      const allowed = (shape.enum ?? []).map(String)
      const hint = typeof value === 'string' ? (suggest(value, allowed) ?? '') : ''
      return ['notAllowed', { value: quote(value), hint, known: allowed.join(', ') }]
    }
    case 'type':
      return ['wrongType', { value: quote(value), wanted: String(error.params.type) }]
    case 'minimum':
    case 'maximum':
      return [error.keyword, { value: quote(value), limit: Number(error.params.limit) }]
    case 'minItems':
    case 'minLength':
      return ['empty', {}]
    case 'maxItems':
      return ['tooMany', { limit: error.params.limit }]
    case 'pattern':
      return ['pattern', { value: quote(value), pattern: String(error.params.pattern) }]
    default:
      return ['shape', { value: quote(value) }]
  }
}

/** The branch of a union that the author of the file most likely meant. */
function likelyBranch(branches: Shape[], value: unknown): Shape {
  const alternatives = branches.flatMap(branch => branch.anyOf ?? [branch])
  const ranked = alternatives.map(branch => ({ branch, rank: rank(branch, value) }))
  return ranked.reduce((best, next) => (next.rank < best.rank ? next : best)).branch
}

const VALID_RANK = -1
const SAME_TYPE_RANK = 100
const OTHER_TYPE_RANK = 1000

/**
 * The rank of a branch; the lowest is the most likely. A valid branch comes first, then branches of the same type, then
 * other types. For objects, each known key subtracts one, and each unknown key adds two.
 */
function rank(branch: Shape, value: unknown): number {
  const hasSameType = typeOfShape(branch) === typeOfValue(value)
  // TypeBox is slow: skip it if the types differ.
  if (branch.type && !hasSameType) return OTHER_TYPE_RANK
  if (Value.Check(branch as TSchema, value)) return VALID_RANK
  if (!hasSameType) return OTHER_TYPE_RANK
  if (!branch.properties || !isObject(value)) return SAME_TYPE_RANK
  const { properties } = branch
  const keys = Object.keys(value)
  const knownKeys = keys.filter(key => Object.hasOwn(properties, key))
  const unknownCount = keys.length - knownKeys.length
  return SAME_TYPE_RANK - knownKeys.length + 2 * unknownCount
}

function typeOfShape(shape: Shape): string {
  if (shape.type) return shape.type === 'integer' ? 'number' : shape.type
  return shape.enum ? 'string' : 'object'
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** True if the value contains a list or object with more than `MAX_ENTRIES` entries. */
function hasTooMany(value: unknown): boolean {
  if (!isContainer(value)) return false
  const entries = Object.values(value)
  return entries.length > MAX_ENTRIES || entries.some(hasTooMany)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
