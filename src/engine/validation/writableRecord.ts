/**
 * Selects the fields of an input that may be stored, and converts their values to stored form. Drops undeclared keys,
 * hidden fields, and fields that the user may not write. Used by the console before sending, by the server before
 * storing.
 */
import { hasLevel } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { type ChildrenField, cellResource, isChildrenField, readChildRows, rowsById } from '../children'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { fieldsIn, holds, type RuleContext } from '../conditions'
import { evaluate } from '../expressions/evaluate'
import { type Expression, fieldsRead } from '../expressions/expression'
import { KINDS } from '../kinds'
import { valueAt } from '../recordValue'
import { emptyValueOf, isEmptyValue, normalise, setValue } from '../values'

type Row = Readonly<Record<string, unknown>>

/** The context of a save: user, action and stored record. */
export interface WriteContext extends Omit<RuleContext, 'record'> {
  /** The stored record, when editing; supplies the fields that are not sent. */
  current?: Row
  /** Values for conditions that are not fields of the resource, such as the command of an order. */
  conditionValues?: Row
  /** Needed for fields of the kind `children`; without it they are ignored. */
  resources?: CompiledConfig['resources']
}

/** True if the user may write the field of this record, by level and conditions. */
export function isWritable(field: CompiledField, context: RuleContext): boolean {
  const { write, visible, readOnly } = field
  if (write === 'never' || !hasLevel(context.level, write, context.levels)) return false
  if (!hasLevel(context.level, field.read, context.levels)) return false
  return holds(visible, context) && !(readOnly && holds(readOnly, context))
}

/**
 * The part of an input to store; dotted names become nested objects.
 *
 * When creating, fields without input get their defaults. When editing, fields without input and empty passwords are
 * left out. A hidden field keeps its value, or is emptied (`whenHidden: clear`). Conditions are evaluated on the record
 * after the save, so the result does not depend on whether an unchanged field was sent.
 */
export function writableRecord(
  resource: CompiledResource,
  input: Row,
  writing: WriteContext,
): Record<string, unknown> {
  return applyInput(resource, input, writing).accepted
}

/**
 * Returns `accepted`, the part of the input to store (`writableRecord`); `computed`, the values of computed fields,
 * which only the server stores; and `after`, the record after the save, on which conditions are evaluated.
 */
export function applyInput(
  resource: CompiledResource,
  input: Row,
  writing: WriteContext,
): { accepted: Record<string, unknown>; computed: Record<string, unknown>; after: Record<string, unknown> } {
  const { current = {}, conditionValues } = writing
  const accepted: Record<string, unknown> = {}
  const computed: Record<string, unknown> = {}
  const after = normalisedRecord(resource, { ...conditionValues, ...current })
  const context: RuleContext = { ...writing, record: after }
  for (const field of sortByDependencies(resource)) {
    if (field.computed) {
      computed[field.name] = after[field.name] = computedValue(field, field.computed, context)
      continue
    }
    if (isChildrenField(field)) {
      const rows = isWritable(field, context)
        ? writableRows(field, valueAt(input, field.name), writing)
        : undefined
      if (rows) accepted[field.name] = rows
      continue
    }
    const change = changeOf(field, input, context, writing)
    if (!change) continue
    setValue(accepted, field.name, change.value, current)
    setValue(after, field.name, change.value)
  }
  return { accepted, computed, after }
}

/** The sent rows, with only the cells that the user may write. Returns invalid rows as they are, for `validateRows`. */
function writableRows(field: ChildrenField, sent: unknown, writing: WriteContext): unknown {
  const child = ownValue(writing.resources, field.children.resource)
  if (!child || sent === undefined) return undefined
  const { rows, problems } = readChildRows(field, sent)
  if (Object.keys(problems).length > 0) return sent
  const resource = cellResource(child, field)
  const storedRows = rowsById(writing.current?.[field.name])
  return rows.map(({ id, updated, cells }) => {
    const current = id === undefined ? undefined : storedRows.get(id)
    const accepted = writableRecord(resource, cells, rowWriteContext(writing, current))
    // Leave out empty cells with a computed default: the server computes the default of a new row.
    const isDefaulted = (name: string) => {
      const cell = resource.fields[name]
      return (
        id === undefined &&
        cell &&
        isEmptyValue(cell, accepted[name]) &&
        ownValue(child.fields, name)?.defaultExpression
      )
    }
    const sentCells = Object.entries(accepted).filter(([name]) => !isDefaulted(name))
    return {
      ...(id !== undefined && { id }),
      ...(updated !== undefined && { updated }),
      ...Object.fromEntries(sentCells),
    }
  })
}

/** The context in which a row is saved with its parent: the same user and time, but the row's own stored record. */
export function rowWriteContext(
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

/** The computed value in stored form; the empty value if it is invalid for the field, such as an unknown choice. */
function computedValue(field: CompiledField, expression: Expression, context: RuleContext): unknown {
  const value = normalise(field, evaluate(expression, context))
  const isInvalid = !isEmptyValue(field, value) && KINDS[field.type].check(value, field) !== undefined
  return isInvalid ? emptyValueOf(field) : value
}

/** The record with every field in stored form. Missing fields get their empty value. */
export function normalisedRecord({ fields }: CompiledResource, record: Row): Record<string, unknown> {
  const normalised: Record<string, unknown> = { ...record }
  for (const name in fields) setValue(normalised, name, normalise(fields[name]!, valueAt(record, name)))
  return normalised
}

/** The value of a field to store, wrapped in an object; `undefined` if the save does not set the field. */
function changeOf(
  field: CompiledField,
  input: Row,
  context: RuleContext,
  { action, current }: WriteContext,
): { value: unknown } | undefined {
  const { name, type, write } = field
  if (write === 'never') return undefined
  const sent = valueAt(input, name)
  if (sent !== undefined && isWritable(field, context)) {
    const keepsPassword = type === 'password' && isEmptyValue(field, sent)
    return keepsPassword ? undefined : { value: normalise(field, sent) }
  }
  // Defaults apply to hidden fields too.
  if (action === 'create') return defaultOf(field, context)
  return isCleared(field, context, current) ? { value: emptyValueOf(field) } : undefined
}

/** The default of a field for a new record; `undefined` if config has none, or its expression has no value. */
export function defaultOf(field: CompiledField, context: RuleContext): { value: unknown } | undefined {
  const { type, reference, default: value, defaultExpression } = field
  if (!defaultExpression) return value === undefined ? undefined : { value: structuredClone(value) }
  const defaultValue = evaluate(defaultExpression, context)
  if (defaultValue === undefined) return undefined
  // Expressions use ids as texts; stored ids are numbers, except for devices.
  const isNumber = type === 'reference' && reference !== 'devices' && /^\d{1,15}$/.test(String(defaultValue))
  return { value: normalise(field, isNumber ? Number(defaultValue) : defaultValue) }
}

function isCleared(field: CompiledField, context: RuleContext, current: Row | undefined): boolean {
  if (field.whenHidden !== 'clear' || field.write === 'never') return false
  if (!hasLevel(context.level, field.write, context.levels) || holds(field.visible, context)) return false
  return current !== undefined && !isEmptyValue(field, valueAt(current, field.name))
}

/** Sorts the fields so that each comes after the fields in its conditions and expressions; ignores cycles. */
function sortByDependencies(resource: CompiledResource): Iterable<CompiledField> {
  const fields = Object.values(resource.fields)
  const fieldsReadBy = ({ visible, readOnly, computed, defaultExpression }: CompiledField) => [
    ...[visible, readOnly].flatMap(fieldsIn),
    ...[computed, defaultExpression].flatMap(expression => (expression ? fieldsRead(expression) : [])),
  ]
  const isIndependent = ({ visible, readOnly, computed, defaultExpression }: CompiledField) =>
    !(visible || readOnly || computed || defaultExpression)
  if (fields.every(isIndependent)) return fields
  const order = new Set<CompiledField>()
  const visited = new Set<CompiledField>()
  const visit = (field: CompiledField) => {
    if (visited.has(field)) return
    visited.add(field)
    for (const name of fieldsReadBy(field))
      for (const other of fields) if (isWithin(name, other.name) || isWithin(other.name, name)) visit(other)
    order.add(field)
  }
  fields.forEach(visit)
  return order
}

/** True if the names are equal, or `name` is inside `outer`: `content.Type` in `content`. */
const isWithin = (name: string, outer: string) => name === outer || name.startsWith(`${outer}.`)
