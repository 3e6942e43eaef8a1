/** A value of a field by the rules of its kind: what it is when empty, how it is kept, where it stands in a record. */
import type { CompiledField } from './compiled'
import { isEmpty, valueAt } from './conditions'
import { KINDS } from './kinds'

/** True for a value that stands for nothing: empty, or what the field's kind takes for none (reference 0, a time of year 1). */
export function isNothing(field: CompiledField, value: unknown): boolean {
  return isEmpty(value) || (KINDS[field.type].isNothing?.(value, field) ?? false)
}

/** What is kept for a field that is empty. */
export function nothingOf(field: CompiledField): unknown {
  return field.empty ? field.empty.value : structuredClone(KINDS[field.type].nothing)
}

/** A value as it is kept: trimmed, digits only where they count, times in UTC, and one value for all that is empty. */
export function normalise(field: CompiledField, value: unknown): unknown {
  const kept = KINDS[field.type].normalise(value, field)
  return isNothing(field, kept) ? nothingOf(field) : kept
}

/** Where the form keeps the second entry of a password; it is never sent. */
export function confirmationOf(name: string): string {
  return `${name}_confirmation`
}

/**
 * A copy of the record with the value set; dots make objects, which begin as those of `base`.
 *
 * @param base where objects that are there already are taken from
 */
export function withValue(
  record: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
  base: Readonly<Record<string, unknown>> = record,
): Record<string, unknown> {
  const [step, ...rest] = name.split('.')
  if (rest.length === 0) return { ...record, [name]: value }
  const there = Object.hasOwn(record, step!) ? record[step!] : valueAt(base, step!)
  const inside = isObject(there) ? there : {}
  return { ...record, [step!]: withValue(inside, rest.join('.'), value) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
