/** Normalises values by the kind of their field, and sets values in records. */
import { isObject } from '../domain/own'
import type { CompiledField } from './compiled'
import { KINDS } from './kinds'
import { isEmpty, valueAt } from './recordValue'

/**
 * True for an empty value, including values that only this kind treats as empty (reference 0, a time in the year 1).
 */
export function isEmptyValue(field: CompiledField, value: unknown): boolean {
  return isEmpty(value) || (KINDS[field.type].countsAsEmpty?.(value, field) ?? false)
}

/** The stored value of an empty field. */
export function emptyValueOf(field: CompiledField): unknown {
  if (field.empty) return field.empty.value
  const { emptyValue } = KINDS[field.type]
  return Array.isArray(emptyValue) ? [] : emptyValue
}

/** The form in which a value is stored: trimmed, phone numbers as digits, times in UTC, all empty values as one. */
export function normalise(field: CompiledField, value: unknown): unknown {
  const stored = KINDS[field.type].normalise(value, field)
  return isEmptyValue(field, stored) ? emptyValueOf(field) : stored
}

/** The form's key for the second entry of a password; never sent. */
export function confirmationKey(name: string): string {
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
