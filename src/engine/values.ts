/** Values of a field by the rules of its kind: its empty value, its stored form, and its place in a record. */
import { isObject } from '../domain/own'
import type { CompiledField } from './compiled'
import { KINDS } from './kinds'
import { isEmpty, valueAt } from './recordValue'

/** True for an empty value, including those that only the kind treats as empty (reference 0, a time in year 1). */
export function isNothing(field: CompiledField, value: unknown): boolean {
  return isEmpty(value) || (KINDS[field.type].isNothing?.(value, field) ?? false)
}

/** The stored value of an empty field. */
export function emptyValueOf(field: CompiledField): unknown {
  if (field.empty) return field.empty.value
  const { nothing } = KINDS[field.type]
  return Array.isArray(nothing) ? [] : nothing
}

/** A value as stored: trimmed, phone numbers as digits, times in UTC, and one value for everything empty. */
export function normalise(field: CompiledField, value: unknown): unknown {
  const stored = KINDS[field.type].normalise(value, field)
  return isNothing(field, stored) ? emptyValueOf(field) : stored
}

/** The key of the second entry of a password in the form; it is never sent. */
export function confirmationOf(name: string): string {
  return `${name}_confirmation`
}

/** A copy of the record with the value set; a dotted name sets a property of a nested object. */
export function withValue(
  record: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const copy = { ...record }
  setValue(copy, name, value)
  return copy
}

/**
 * Sets a value of a record in place. A dotted name sets a property of a nested object, which is copied first.
 *
 * @param base supplies nested objects that the record does not have yet
 */
export function setValue(
  record: Record<string, unknown>,
  name: string,
  value: unknown,
  base: Readonly<Record<string, unknown>> = record,
): void {
  const dot = name.indexOf('.')
  if (dot < 0) {
    record[name] = value
    return
  }
  const [key, rest] = [name.slice(0, dot), name.slice(dot + 1)]
  const existing = Object.hasOwn(record, key) ? record[key] : valueAt(base, key)
  const nested = isObject(existing) ? { ...existing } : {}
  setValue(nested, rest, value)
  record[key] = nested
}
