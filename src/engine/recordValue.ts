/** Reads and compares values of records. Kept small: screens without forms do not load the code of conditions. */
import { isObject } from '../domain/own'

/** The value of a field. Dots reach into objects, unless the record has the dotted name as a key. */
export function valueAt(record: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name]
  if (!name.includes('.')) return undefined
  let value: unknown = record
  for (const step of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/** True for an absent value, a blank text and an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** True if two values of a record are equal as JSON. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Keys of a sent record that identify it, and the version of it that the sender has read. */
export const VERSION_KEYS: readonly string[] = ['id', 'updated']
