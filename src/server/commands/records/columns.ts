/** Accepted values as columns of a table. What was not sent is left out, so that it keeps its value. */
import { isAbsent } from '../../../domain/dates'
import { isEmpty } from '../../../engine/conditions'
import type { Problems } from '../../refusal'

type Values = Readonly<Record<string, unknown>>

const ofType = (type: 'string' | 'boolean', values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values[name]]).filter(([, value]) => typeof value === type))

export const textsOf = (values: Values, names: readonly string[]) => ofType('string', values, names)
export const flagsOf = (values: Values, names: readonly string[]) => ofType('boolean', values, names)

export const integerOf = (values: Values, name: string): Values =>
  typeof values[name] === 'number' ? { [name]: Math.trunc(values[name]) } : {}

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
