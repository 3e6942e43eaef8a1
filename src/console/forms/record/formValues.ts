/** Between a record and the values of its form. */
import { isChildren } from '../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import { applyInput, type WriteContext, writableRecord } from '../../../engine/validation/writableRecord'
import { confirmationOf, emptyValueOf, isNothing, normalise, withValue } from '../../../engine/values'

import { rowsOver, rowsText, startRows } from './rows/rowValues'

export type Values = Readonly<Record<string, unknown>>

/** The form value of a date that is half entered; the validator refuses it. */
export const UNFINISHED = '\u2026'

/** The fields of the form, in its order. */
export const formFields = ({ form, fields }: CompiledResource): CompiledField[] =>
  (form?.sections ?? []).flatMap(section => section.fields.flatMap(name => fields[name] ?? []))

/**
 * The first values of a form: the record's, or the defaults of config.
 *
 * @param writing who makes a new record: some defaults follow from that
 * @param begin what a new record has already, such as what it belongs to
 */
export function startValues(
  resource: CompiledResource,
  record?: Values,
  writing?: WriteContext,
  begin: Values = {},
): Record<string, unknown> {
  let values: Record<string, unknown> = {}
  const begun = record || !writing ? {} : applyInput(resource, begin, writing).after
  for (const field of Object.values(resource.fields)) {
    // All fields, since conditions may look at some that the form does not show.
    const stored = record
      ? valueAt(record, field.name)
      : (valueAt(begun, field.name) ?? structuredClone(field.default))
    const isSecret = field.type === 'password'
    const rows = isChildren(field) ? startRows(field, stored, writing?.resources) : undefined
    const value =
      rows ?? (isSecret ? '' : isNothing(field, stored) ? emptyValueOf(field) : normalise(field, stored))
    values = withValue(values, field.name, value)
    if (field.confirm) values = withValue(values, confirmationOf(field.name), '')
  }
  return values
}

/**
 * The body of a save: the whole record as it was read, overlaid with what this user may write, normalised. §7 asks for
 * the whole record: a server without config would lose what is not sent back.
 */
export function recordToSend(resource: CompiledResource, values: Values, writing: WriteContext) {
  const record = { ...writing.current, ...writableRecord(resource, values, writing) }
  // What the server works out may be another by now.
  const sent = Object.entries(record).filter(([name]) => !resource.fields[name]?.computed)
  return Object.fromEntries(sent)
}

/** The fields whose values differ once normalised. Passwords are not compared. */
export function changedFields(resource: CompiledResource, one: Values, other: Values): CompiledField[] {
  return formFields(resource).filter(
    field =>
      field.type !== 'password' &&
      !field.computed &&
      textOf(field, valueAt(one, field.name)) !== textOf(field, valueAt(other, field.name)),
  )
}

const textOf = (field: CompiledField, value: unknown) =>
  isChildren(field) ? rowsText(value, field) : JSON.stringify(normalise(field, value))

/** The user's changes to `base`, applied to the record as another user has saved it: that user's other changes stay. */
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
    const kept = isChildren(field) ? rowsOver(value, valueAt(theirs, field.name)) : value
    merged = withValue(merged, field.name, kept)
  }
  return merged
}

/**
 * Unsaved input, stored when the session ends, and the record as it was read then (none for a new one): a save still
 * finds a conflict.
 */
export interface KeptForm {
  values: Values
  base?: Values
}

/** The form values that may be stored: no passwords, no half-entered dates. */
export function keptValues(resource: CompiledResource, values: Values): Values {
  let kept: Record<string, unknown> = {}
  for (const { name, type } of Object.values(resource.fields)) {
    const value = valueAt(values, name)
    if (type !== 'password' && value !== undefined && value !== UNFINISHED)
      kept = withValue(kept, name, value)
  }
  return kept
}
