/**
 * Holds a file against its shape. TypeBox judges each value; the descent is ours, so that every error has its place, and of
 * a union (a text may be "…" or {ko, en}) only the branch that was meant is reported.
 */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { own } from '../../domain/own'
import type { JsonSource } from './JsonSource'
import { MOST_ENTRIES } from './limits'
import type { ConfigCode, ConfigError, Steps } from './problems'
import { suggest } from './suggest'

/** Reports everything in which the file's value differs from the shape. */
export function checkShape(source: JsonSource, shape: TSchema): void {
  check(source, shape as Shape, source.value, [])
  // Nothing that the descent above overlooks gets further.
  if (source.errors.length === 0) checkLeaf(source, shape as Shape, source.value, [])
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

function check(source: JsonSource, shape: Shape, value: unknown, at: Steps): void {
  const limit = (Array.isArray(value) ? shape.maxItems : shape.maxProperties) ?? MOST_ENTRIES
  if (isTree(value) && Object.keys(value).length > limit) source.report(at, 'tooMany', { limit })
  else if (shape.anyOf) check(source, meant(shape.anyOf, value), value, at)
  else if (shape.properties && isRecord(value)) checkObject(source, shape, shape.properties, value, at)
  else if (shape.patternProperties && isRecord(value)) {
    const inside = Object.values(shape.patternProperties)[0] ?? {}
    for (const [name, one] of Object.entries(value)) check(source, inside, one, [...at, name])
  } else if (shape.items && Array.isArray(value)) {
    for (const [index, one] of value.entries()) check(source, shape.items, one, [...at, index])
    checkLeaf(source, { ...shape, items: {} }, value, at)
  } else checkLeaf(source, shape, value, at)
}

function checkObject(
  source: JsonSource,
  shape: Shape,
  properties: Record<string, Shape>,
  value: Record<string, unknown>,
  at: Steps,
): void {
  const known = Object.keys(properties)
  for (const [name, one] of Object.entries(value)) {
    const inside = own(properties, name)
    if (inside) check(source, inside, one, [...at, name])
    else {
      const hint = suggest(
        name,
        known.filter(key => !Object.hasOwn(value, key)),
      )
      source.report([...at, name], 'unknownKey', { name, hint: hint ?? '', known: known.join(', ') }, 'key')
    }
  }
  for (const name of shape.required ?? []) {
    if (!Object.hasOwn(value, name)) source.report(at, 'missingKey', { name })
  }
}

function checkLeaf(source: JsonSource, shape: Shape, value: unknown, at: Steps): void {
  if (Value.Check(shape as TSchema, value)) return
  const error = Value.Errors(shape as TSchema, value)[0]
  if (error) source.report(at, ...cause(error, shape, value))
}

function cause(
  error: ReturnType<typeof Value.Errors>[number],
  shape: Shape,
  value: unknown,
): [code: ConfigCode, params: ConfigError['params']] {
  switch (error.keyword) {
    case 'enum': {
      const allowed = (shape.enum ?? []).map(String)
      const hint = typeof value === 'string' ? (suggest(value, allowed) ?? '') : ''
      return ['notAllowed', { value: show(value), hint, known: allowed.join(', ') }]
    }
    case 'type':
      return ['wrongType', { value: show(value), wanted: String(error.params.type) }]
    case 'minimum':
    case 'maximum':
      return [error.keyword, { value: show(value), limit: Number(error.params.limit) }]
    case 'minItems':
    case 'minLength':
      return ['empty', {}]
    case 'maxItems':
      return ['tooMany', { limit: error.params.limit }]
    case 'pattern':
      return ['pattern', { value: show(value), pattern: String(error.params.pattern) }]
    default:
      return ['shape', { value: show(value) }]
  }
}

/** The branch of a union that the writer of this value meant: of its kind, with the keys it uses, and the fewest errors. */
function meant(branches: Shape[], value: unknown): Shape {
  const flat = branches.flatMap(branch => branch.anyOf ?? [branch])
  const ranked = flat.map(branch => ({ branch, rank: rank(branch, value) }))
  return ranked.reduce((best, one) => (one.rank < best.rank ? one : best)).branch
}

function rank(branch: Shape, value: unknown): number {
  if (Value.Check(branch as TSchema, value)) return -1
  if (kindOf(branch) !== jsonKind(value)) return 1000
  if (!branch.properties || !isRecord(value)) return 100
  const properties = branch.properties
  const keys = Object.keys(value)
  return (
    100 +
    keys.filter(key => !Object.hasOwn(properties, key)).length * 2 -
    keys.filter(key => Object.hasOwn(properties, key)).length
  )
}

function kindOf(shape: Shape): string {
  if (shape.type) return shape.type === 'integer' ? 'number' : shape.type
  return shape.enum ? 'string' : 'object'
}

function jsonKind(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** A value as the message quotes it, cut to a readable length. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
