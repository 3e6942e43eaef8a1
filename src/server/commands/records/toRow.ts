/** Converts accepted values to columns. Values that were not sent are left out, so their columns keep their values. */
import { isAbsent } from '../../../domain/dates'
import { isEmpty } from '../../../engine/recordValue'
import { type Problems, problem } from '../../refusal'
import { fieldsOfTable, type TABLES } from '../../store/records/tables'

type Values = Readonly<Record<string, unknown>>

/** Texts and flags of a table. */
export function fieldColumns(table: keyof typeof TABLES, values: Values): Values {
  const { texts = [], flags = [] } = fieldsOfTable(table)
  return { ...textColumns(values, texts), ...ofType('boolean', values, flags) }
}

const ofType = (type: 'string' | 'boolean', values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values[name]]).filter(([, value]) => typeof value === type))

export const textColumns = (values: Values, names: readonly string[]) => ofType('string', values, names)

export const integerColumn = (values: Values, name: string): Values =>
  typeof values[name] === 'number' ? { [name]: Math.trunc(values[name]) } : {}

/** An empty image is stored as null. */
export function imageColumn({ img }: Values): { img?: string | null } {
  if (typeof img === 'string') return { img: img === '' ? null : img }
  return img === null ? { img } : {}
}

/** The end of the paid period; a problem if it is not a time of the years 1 to 9999. */
export function expiryColumn({ expired }: Values): { column: { expired?: Date | null }; problems: Problems } {
  if (expired === undefined) return { column: {}, problems: {} }
  const time = timeOf(expired)
  return time === undefined
    ? { column: {}, problems: problem('expired', 'field.date') }
    : { column: { expired: time }, problems: {} }
}

function timeOf(value: unknown): Date | null | undefined {
  if (isEmpty(value)) return null
  if (typeof value !== 'string') return undefined
  const time = new Date(value)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString())) return undefined
  return isAbsent(time.toISOString()) ? null : time
}
