/**
 * What of an input may be stored: the console sends nothing else, and the server stores nothing else. Keys that config
 * does not know, fields that the user may not write and hidden fields are dropped; the rest is brought into its stored
 * form.
 */
import { hasLevel } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { type ChildrenField, cellResource, isChildren, readChildRows, rowsById } from '../children'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { fieldsIn, holds, type RuleContext } from '../conditions'
import { evaluate } from '../expressions/evaluate'
import { type Expression, fieldsRead } from '../expressions/expression'
import { KINDS } from '../kinds'
import { valueAt } from '../recordValue'
import { emptyValueOf, isNothing, normalise, setValue } from '../values'

type Row = Readonly<Record<string, unknown>>

/** Who writes, whether creating or editing, and over which record. */
export interface WriteContext extends Omit<RuleContext, 'record'> {
  /**
   * The stored record, when editing: conditions look at it for fields that are not sent, and values that it already has
   * may stay.
   */
  current?: Row
  /** Values that conditions may look at although they are no fields of the resource: of an order, its command. */
  beside?: Row
  /** All resources, for those whose records are rows of a field; without them such fields are left alone. */
  resources?: CompiledConfig['resources']
}

/** True when this user may enter the field here; `record` is what conditions look at. */
export function isWritable(field: CompiledField, about: RuleContext): boolean {
  const { write, visible, readOnly } = field
  if (write === 'never' || !hasLevel(about.level, write, about.levels)) return false
  if (!hasLevel(about.level, field.read, about.levels)) return false
  return holds(visible, about) && !(readOnly && holds(readOnly, about))
}

/**
 * The part of an input that is to be stored, by the names of the wire; names with dots as objects.
 *
 * Creating: every field that is not the server's own, with its default where the input has none. Editing: fields of the
 * input alone; a password that is empty is left out. A field that its condition hides is left out and keeps its value,
 * or is emptied (`whenHidden: clear`). Conditions look at the record as it will be, so the result does not depend on
 * whether an unchanged field was sent.
 */
export function writableRecord(
  resource: CompiledResource,
  input: Row,
  writing: WriteContext,
): Record<string, unknown> {
  return applyInput(resource, input, writing).accepted
}

/**
 * `writableRecord` in full: `accepted` is the part of the input that may be stored, `computed` the values of computed
 * fields, which the server stores and clients never send, and `after` the record as it will be, on which conditions are
 * evaluated.
 */
export function applyInput(
  resource: CompiledResource,
  input: Row,
  writing: WriteContext,
): { accepted: Record<string, unknown>; computed: Record<string, unknown>; after: Record<string, unknown> } {
  const { current = {}, beside } = writing
  const accepted: Record<string, unknown> = {}
  const computed: Record<string, unknown> = {}
  const after = normalisedRecord(resource, { ...beside, ...current })
  const about: RuleContext = { ...writing, record: after }
  for (const field of inOrderOfConditions(resource)) {
    if (field.computed) {
      computed[field.name] = after[field.name] = computedValue(field, field.computed, about)
      continue
    }
    if (isChildren(field)) {
      const rows = isWritable(field, about)
        ? writableRows(field, valueAt(input, field.name), writing)
        : undefined
      if (rows) accepted[field.name] = rows
      continue
    }
    const change = changeOf(field, input, about, writing)
    if (!change) continue
    setValue(accepted, field.name, change.value, current)
    setValue(after, field.name, change.value)
  }
  return { accepted, computed, after }
}

/**
 * Rows as they are sent: their cells in stored form, as far as this user may write them. What cannot be read is left
 * for the validator.
 */
function writableRows(field: ChildrenField, given: unknown, writing: WriteContext): unknown {
  const child = ownValue(writing.resources, field.children.resource)
  if (!child || given === undefined) return undefined
  const { rows, problems } = readChildRows(field, given)
  if (Object.keys(problems).length > 0) return given
  const resource = cellResource(child, field)
  const before = rowsById(writing.current?.[field.name])
  return rows.map(({ id, updated, cells }) => {
    const stored = writableRecord(
      resource,
      cells,
      rowWriting(writing, id === undefined ? undefined : before.get(id)),
    )
    // What a new row begins with is worked out by the server, unless it is entered.
    const isOpen = (name: string) => {
      const cell = resource.fields[name]
      return (
        id === undefined &&
        cell &&
        isNothing(cell, stored[name]) &&
        ownValue(child.fields, name)?.defaultExpression
      )
    }
    const sent = Object.entries(stored).filter(([name]) => !isOpen(name))
    return {
      ...(id !== undefined && { id }),
      ...(updated !== undefined && { updated }),
      ...Object.fromEntries(sent),
    }
  })
}

/** Who writes a record writes its rows, each of which is new or there already. */
export function rowWriting(
  { level, levels, user, now }: WriteContext,
  current: Row | undefined,
): WriteContext {
  return {
    action: current ? 'edit' : 'create',
    level,
    levels,
    ...(user && { user }),
    ...(now !== undefined && { now }),
    ...(current && { current }),
  }
}

/** A computed value that the field cannot have, such as an unknown choice, counts as none. */
function computedValue(field: CompiledField, expression: Expression, about: RuleContext): unknown {
  const value = normalise(field, evaluate(expression, about))
  const isWrong = !isNothing(field, value) && KINDS[field.type].check(value, field) !== undefined
  return isWrong ? emptyValueOf(field) : value
}

/** A record with every field in its stored form: a switch that config got after the record was made is off. */
export function normalisedRecord({ fields }: CompiledResource, record: Row): Record<string, unknown> {
  const kept: Record<string, unknown> = { ...record }
  for (const name in fields) setValue(kept, name, normalise(fields[name]!, valueAt(record, name)))
  return kept
}

/** The new value of one field; undefined where it is unchanged. */
function changeOf(
  field: CompiledField,
  input: Row,
  about: RuleContext,
  { action, current }: WriteContext,
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
  return isCleared(field, about, current) ? { value: emptyValueOf(field) } : undefined
}

/** The default of a field for a new record; `undefined` where config has none, or its expression has no value. */
export function defaultOf(field: CompiledField, about: RuleContext): { value: unknown } | undefined {
  const { type, reference, default: value, defaultExpression } = field
  if (!defaultExpression) return value === undefined ? undefined : { value: structuredClone(value) }
  const begins = evaluate(defaultExpression, about)
  if (begins === undefined) return undefined
  // A reference is a text in expressions; records have numbers as ids, but for devices.
  const isNumber = type === 'reference' && reference !== 'devices' && /^\d{1,15}$/.test(String(begins))
  return { value: normalise(field, isNumber ? Number(begins) : begins) }
}

function isCleared(field: CompiledField, about: RuleContext, current: Row | undefined): boolean {
  if (field.whenHidden !== 'clear' || field.write === 'never') return false
  if (!hasLevel(about.level, field.write, about.levels) || holds(field.visible, about)) return false
  return current !== undefined && !isNothing(field, valueAt(current, field.name))
}

/** The fields, each after those that its conditions look at; fields of a cycle stay in the order of the file. */
function inOrderOfConditions(resource: CompiledResource): Iterable<CompiledField> {
  const fields = Object.values(resource.fields)
  const looksAt = ({ visible, readOnly, computed, defaultExpression }: CompiledField) => [
    ...[visible, readOnly].flatMap(fieldsIn),
    ...[computed, defaultExpression].flatMap(one => (one ? fieldsRead(one) : [])),
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
