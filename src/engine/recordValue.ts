/** Reads a value of a record. A file of its own, so that screens without forms do not load the code of conditions. */
import { isObject } from '../domain/own'

/** The value of a field; dots reach into objects, unless the record has the dotted name itself. */
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

/** Nothing entered: absent, an empty or blank text, an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}
