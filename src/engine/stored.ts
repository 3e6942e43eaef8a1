/**
 * Converts between a record of the API and its row in the database: columns for built-in fields, and the JSON column
 * `extra` for fields that config adds.
 */
import { ownValue } from '../domain/own'
import type { CompiledField, CompiledResource } from './compiled'
import { isEmpty, valueAt } from './recordValue'

type Row = Readonly<Record<string, unknown>>

/** The keys under which a field may be stored: its name, and its former name if config has renamed it. */
export const storedKeys = ({ name, renamedFrom }: CompiledField): readonly [name: string, former?: string] =>
  renamedFrom === undefined ? [name] : [name, renamedFrom]

/** Splits a record into columns and `extra`. */
export function splitStored(
  resource: CompiledResource,
  record: Row,
): { columns: Record<string, unknown>; extra: Record<string, unknown> } {
  const isExtra = (name: string) =>
    Object.hasOwn(resource.fields, name) && resource.fields[name]!.storage === 'extra'
  const entries = Object.entries(record)
  return {
    columns: Object.fromEntries(entries.filter(([name]) => !isExtra(name))),
    extra: Object.fromEntries(entries.filter(([name]) => isExtra(name))),
  }
}

/**
 * A record of the API: the columns, and the fields that config adds, from `extra`.
 *
 * @param mayRead false for fields to leave out
 */
export function withExtra(
  resource: CompiledResource,
  columns: Row,
  extra: Row,
  mayRead: (field: CompiledField) => boolean = () => true,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...columns }
  for (const field of Object.values(resource.fields)) {
    // `columns` has the value of a built-in field, unless the field was renamed (`storedValue`).
    const isCopied = field.storage === 'contract' && field.renamedFrom === undefined
    const value = !isCopied && mayRead(field) ? storedValue(field, columns, extra) : undefined
    if (value !== undefined) record[field.name] = value
  }
  return record
}

/**
 * The value of a field. A renamed field has the value under its former name until it is written again.
 *
 * @param columns values of columns by API name
 */
export function storedValue(field: CompiledField, columns: Row, extra: Row): unknown {
  const [name, former] = storedKeys(field)
  const isColumn = field.storage === 'contract'
  const value = isColumn ? valueAt(columns, name) : extraAt(extra, name)
  // An unwritten column is empty, an unwritten key of `extra` is absent.
  const isWritten = isColumn ? !isEmpty(value) : value !== undefined
  if (former === undefined || isWritten) return value
  const formerValue = extraAt(extra, former)
  // The column is text, but the former field may have had another kind.
  if (isColumn) return typeof formerValue === 'string' ? formerValue : value
  return formerValue === undefined ? valueAt(columns, former) : formerValue
}

const extraAt = (extra: Row, key: string): unknown => (Object.hasOwn(extra, key) ? extra[key] : undefined)

/** The field of a value in the history, which may have the name that the field had at the time. */
export function historyField(
  { fields }: Pick<CompiledResource, 'fields'>,
  name: string,
): CompiledField | undefined {
  return ownValue(fields, name) ?? Object.values(fields).find(({ renamedFrom }) => renamedFrom === name)
}
