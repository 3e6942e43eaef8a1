/** What conditions and expressions may look at. */
import type { Levels } from '../../domain/authority'
import { isObject } from '../../domain/own'
import type { UserName } from './expression'

export interface Circumstance {
  record: Readonly<Record<string, unknown>>
  /** The number of the user's level. */
  level: number
  levels: Levels
  action: 'create' | 'edit'
  /** The record is the user's own account. */
  own?: boolean
  /** Who is signed in. The browser does not know the id. */
  user?: Partial<Readonly<Record<Exclude<UserName, 'level'>, string | number>>>
  /** In milliseconds since 1970; the clock's when absent. */
  now?: number
  /** The records that references lead to, by the field of the reference. */
  beyond?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

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
