/**
 * What of an input may be stored: the console sends nothing else, and the server stores nothing else. Keys that config does not know,
 * fields that the user may not write and hidden fields are dropped; the rest is brought into its stored form.
 */
import { reaches } from '../domain/authority'
import type { CompiledField, CompiledResource } from './compiled'
import { type Circumstance, fieldsIn, holds } from './conditions'
import { evaluate } from './expressions/evaluate'
import { type Expression, fieldsOf } from './expressions/expression'
import { KINDS } from './kinds'
import { valueAt } from './recordValue'
import { isNothing, normalise, nothingOf, setValue } from './values'

type Row = Readonly<Record<string, unknown>>

/** Who writes, and what for. */
export interface Writing extends Omit<Circumstance, 'record'> {
  /** The record as it is, when editing: conditions look at it where the input does not say, and what it has already may stay. */
  current?: Row
  /** What conditions look at beside the fields of the resource: of an order, its command. */
  beside?: Row
}

/** True when this user may enter the field here; `record` is what conditions look at. */
export function isWritable(field: CompiledField, about: Circumstance): boolean {
  const { write, visible, readOnly } = field
  if (write === 'never' || !reaches(about.level, write, about.levels)) return false
  if (!reaches(about.level, field.read, about.levels)) return false
  return holds(visible, about) && !(readOnly && holds(readOnly, about))
}

/**
 * The part of an input that is to be stored, by the names of the wire; names with dots as objects.
 *
 * Creating: every field that is not the server's own, with its default where the input has none. Editing: fields of the input
 * alone; a password that is empty is left out. A field that its condition hides is left out and keeps its value, or is
 * emptied (`whenHidden: clear`). Conditions look at the record as it will be, so the result does not depend on whether an
 * unchanged field was sent.
 */
export function writableRecord(
  resource: CompiledResource,
  input: Row,
  writing: Writing,
): Record<string, unknown> {
  return applyInput(resource, input, writing).stored
}

/**
 * What is to be stored of the input, and the record as it will be, at which conditions look. `computed` is what config works out of it:
 * the server stores it, and nobody sends it.
 */
export function applyInput(
  resource: CompiledResource,
  input: Row,
  writing: Writing,
): { stored: Record<string, unknown>; computed: Record<string, unknown>; after: Record<string, unknown> } {
  const { current = {}, beside } = writing
  const stored: Record<string, unknown> = {}
  const computed: Record<string, unknown> = {}
  const after = normalisedRecord(resource, { ...beside, ...current })
  const about: Circumstance = { ...writing, record: after }
  for (const field of inOrderOfConditions(resource)) {
    if (field.computed) {
      computed[field.name] = after[field.name] = computedValue(field, field.computed, about)
      continue
    }
    const change = changeOf(field, input, about, writing)
    if (!change) continue
    setValue(stored, field.name, change.value, current)
    setValue(after, field.name, change.value)
  }
  return { stored, computed, after }
}

/** A value that the field cannot have, such as a choice that is not there, is none. */
function computedValue(field: CompiledField, expression: Expression, about: Circumstance): unknown {
  const value = normalise(field, evaluate(expression, about))
  const isWrong = !isNothing(field, value) && KINDS[field.type].check(value, field) !== undefined
  return isWrong ? nothingOf(field) : value
}

/** A record with every field in its stored form: a switch that config got after the record was made is off. */
export function normalisedRecord({ fields }: CompiledResource, record: Row): Record<string, unknown> {
  const kept: Record<string, unknown> = { ...record }
  for (const name in fields) setValue(kept, name, normalise(fields[name]!, valueAt(record, name)))
  return kept
}

/** The new value of one field; nothing where it stays as it is. */
function changeOf(
  field: CompiledField,
  input: Row,
  about: Circumstance,
  { action, current }: Writing,
): { value: unknown } | undefined {
  const { name, type, write } = field
  if (write === 'never') return undefined
  const given = valueAt(input, name)
  if (given !== undefined && isWritable(field, about)) {
    const kept = type === 'password' && isNothing(field, given)
    return kept ? undefined : { value: normalise(field, given) }
  }
  // A default comes from config: it applies whether the field is hidden or not.
  if (action === 'create') return defaultOf(field, about)
  return isCleared(field, about, current) ? { value: nothingOf(field) } : undefined
}

/** What a new record begins with in a field; nothing where config does not say, or it cannot be worked out. */
export function defaultOf(field: CompiledField, about: Circumstance): { value: unknown } | undefined {
  const { type, reference, default: value, defaultExpression } = field
  if (!defaultExpression) return value === undefined ? undefined : { value: structuredClone(value) }
  const begins = evaluate(defaultExpression, about)
  if (begins === undefined) return undefined
  // A reference is a text in expressions; records have numbers as ids, but for devices.
  const isNumber = type === 'reference' && reference !== 'devices' && /^\d{1,15}$/.test(String(begins))
  return { value: normalise(field, isNumber ? Number(begins) : begins) }
}

function isCleared(field: CompiledField, about: Circumstance, current: Row | undefined): boolean {
  if (field.whenHidden !== 'clear' || field.write === 'never') return false
  if (!reaches(about.level, field.write, about.levels) || holds(field.visible, about)) return false
  return current !== undefined && !isNothing(field, valueAt(current, field.name))
}

/** The fields, each after those that its conditions look at; fields of a cycle stay in the order of the file. */
function inOrderOfConditions(resource: CompiledResource): Iterable<CompiledField> {
  const fields = Object.values(resource.fields)
  const looksAt = ({ visible, readOnly, computed, defaultExpression }: CompiledField) => [
    ...[visible, readOnly].flatMap(fieldsIn),
    ...[computed, defaultExpression].flatMap(one => (one ? fieldsOf(one) : [])),
  ]
  const isPlain = ({ visible, readOnly, computed, defaultExpression }: CompiledField) =>
    !(visible || readOnly || computed || defaultExpression)
  if (fields.every(isPlain)) return fields
  const order = new Set<CompiledField>()
  const begun = new Set<CompiledField>()
  const visit = (field: CompiledField) => {
    if (begun.has(field)) return
    begun.add(field)
    for (const name of looksAt(field))
      for (const other of fields) if (isWithin(name, other.name) || isWithin(other.name, name)) visit(other)
    order.add(field)
  }
  fields.forEach(visit)
  return order
}

/** True for `content.Type` within `content`. */
const isWithin = (name: string, outer: string) => name === outer || name.startsWith(`${outer}.`)
