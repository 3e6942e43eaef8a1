/** Accepted values as columns of a table. What was not sent is not among them, so that it keeps what it has. */
import { isAbsent } from '../../../domain/dates'
import { isEmpty } from '../../../engine/conditions'
import type { Problems } from './acceptRecord'

type Values = Readonly<Record<string, unknown>>
type Some<Name extends string, Value> = Partial<Record<Name, Value>>

export const textsOf = <Name extends string>(values: Values, names: readonly Name[]): Some<Name, string> =>
  some(names, name => (typeof values[name] === 'string' ? values[name] : undefined))

export const flagsOf = <Name extends string>(values: Values, names: readonly Name[]): Some<Name, boolean> =>
  some(names, name => (typeof values[name] === 'boolean' ? values[name] : undefined))

/** A record without an image has none. */
export function imageOf({ img }: Values): { img?: string | null } {
  if (typeof img === 'string') return { img: img === '' ? null : img }
  return img === null ? { img } : {}
}

/** The end of what was paid; problems where it is no time of the years 1 to 9999. */
export function expiryOf({ expired }: Values): { column: { expired?: Date | null }; problems: Problems } {
  if (expired === undefined) return { column: {}, problems: {} }
  const time = timeOf(expired)
  return time === undefined
    ? { column: {}, problems: { expired: { code: 'field.date', params: {} } } }
    : { column: { expired: time }, problems: {} }
}

function timeOf(value: unknown): Date | null | undefined {
  if (isEmpty(value)) return null
  if (typeof value !== 'string') return undefined
  const time = new Date(value)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString())) return undefined
  return isAbsent(time.toISOString()) ? null : time
}

function some<Name extends string, Value>(
  names: readonly Name[],
  read: (name: Name) => Value | undefined,
): Some<Name, Value> {
  const found: Some<Name, Value> = {}
  for (const name of names) {
    const value = read(name)
    if (value !== undefined) found[name] = value
  }
  return found
}
