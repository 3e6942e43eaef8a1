/** Converts between a record and the values of its form. */
import { isChildrenField } from '../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import { applyInput, type WriteContext, writableRecord } from '../../../engine/validation/writableRecord'
import { confirmationKey, emptyValueOf, isEmptyValue, normalise, withValue } from '../../../engine/values'
import { comparableRows, mergeRows, startRows } from './rows/rowValues'

export type Values = Readonly<Record<string, unknown>>

/** The form's value of a date that the user has typed only in part. The validator refuses it. */
export const UNFINISHED = '\u2026'

/** The fields of the form, in the order of its sections. */
export const formFields = ({ form, fields }: CompiledResource): CompiledField[] =>
  (form?.sections ?? []).flatMap(section => section.fields.flatMap(name => fields[name] ?? []))

/**
 * The initial values of a form: the record's values, or config's defaults for a new record.
 *
 * @param writing the user who creates the record, on whom some defaults depend
 * @param initialValues values of a new record that precede the defaults, such as the record to which it belongs
 */
export function startValues(
  resource: CompiledResource,
  record?: Values,
  writing?: WriteContext,
  initialValues: Values = {},
): Record<string, unknown> {
  let values: Record<string, unknown> = {}
  const initialRecord = record || !writing ? {} : applyInput(resource, initialValues, writing).after
  for (const field of Object.values(resource.fields)) {
    // Includes fields that the form does not show: conditions may test them.
    const initial = record
      ? valueAt(record, field.name)
      : (valueAt(initialRecord, field.name) ?? structuredClone(field.default))
    const value = isChildrenField(field)
      ? startRows(field, initial, writing?.resources)
      : startValue(field, initial)
    values = withValue(values, field.name, value)
    if (field.confirm) values = withValue(values, confirmationKey(field.name), '')
  }
  return values
}

function startValue(field: CompiledField, initial: unknown) {
  if (field.type === 'password') return ''
  return isEmptyValue(field, initial) ? emptyValueOf(field) : normalise(field, initial)
}

/**
 * The request body of a save: the whole record as it was read, with the values that this user may write. §7 asks for
 * the whole record: a server without our config deletes fields that are not sent back.
 */
export function recordToSend(resource: CompiledResource, values: Values, writing: WriteContext) {
  const record = { ...writing.current, ...writableRecord(resource, values, writing) }
  // Computed fields may be outdated; the server computes them itself.
  const entries = Object.entries(record).filter(([name]) => !resource.fields[name]?.computed)
  return Object.fromEntries(entries)
}

/** The fields whose normalised values differ. Passwords and computed fields are not compared. */
export function changedFields(resource: CompiledResource, before: Values, after: Values): CompiledField[] {
  return formFields(resource).filter(
    field =>
      field.type !== 'password' &&
      !field.computed &&
      comparableText(field, valueAt(before, field.name)) !==
        comparableText(field, valueAt(after, field.name)),
  )
}

const comparableText = (field: CompiledField, value: unknown) =>
  isChildrenField(field) ? comparableRows(value, field) : JSON.stringify(normalise(field, value))

/** Applies this user's changes (`mine` compared with `base`) to the record that another user saved (`theirs`). */
export function mergedValues(
  resource: CompiledResource,
  base: Values,
  mine: Values,
  theirs: Values,
  writing?: WriteContext,
) {
  let merged = startValues(resource, theirs, writing)
  const secrets = formFields(resource).filter(field => field.type === 'password')
  for (const field of [...changedFields(resource, base, mine), ...secrets]) {
    const value = valueAt(mine, field.name)
    const mergedValue = isChildrenField(field) ? mergeRows(value, valueAt(theirs, field.name)) : value
    merged = withValue(merged, field.name, mergedValue)
  }
  return merged
}

/**
 * Unsaved input that is stored when the session ends. `base` is the record as the user read it, so that a later save
 * still detects a conflict; absent for a new record.
 */
export interface StoredForm {
  values: Values
  base?: Values
}

/** The form values that may be stored: no passwords, no unfinished dates. */
export function storableValues(resource: CompiledResource, values: Values): Values {
  let storable: Record<string, unknown> = {}
  for (const { name, type } of Object.values(resource.fields)) {
    const value = valueAt(values, name)
    if (type !== 'password' && value !== undefined && value !== UNFINISHED)
      storable = withValue(storable, name, value)
  }
  return storable
}
