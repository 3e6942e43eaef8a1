/** Between a record of the wire and the row that keeps it: what has a column, and what config added (`extra`). */
import type { CompiledField, CompiledResource } from './compiled'
import { isEmpty } from './conditions'

type Row = Readonly<Record<string, unknown>>

/** A record's parts: what the server has columns for, and what goes into `extra`. */
export function splitStored(
  resource: CompiledResource,
  record: Row,
): { columns: Record<string, unknown>; extra: Record<string, unknown> } {
  const isExtra = (name: string) =>
    Object.hasOwn(resource.fields, name) && resource.fields[name]!.stored === 'extra'
  const entries = Object.entries(record)
  return {
    columns: Object.fromEntries(entries.filter(([name]) => !isExtra(name))),
    extra: Object.fromEntries(entries.filter(([name]) => isExtra(name))),
  }
}

/**
 * A record as the wire shows it: the columns, and the fields that config added from `extra`. A field that was renamed has
 * its former value until it is written again.
 *
 * @param mayRead leaves out what the user may not see
 */
export function withExtra(
  resource: CompiledResource,
  columns: Row,
  extra: Row,
  mayRead: (field: CompiledField) => boolean = () => true,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...columns }
  for (const field of Object.values(resource.fields)) {
    const value = mayRead(field) ? carriedOver(field, columns, extra) : undefined
    if (value !== undefined) record[field.name] = value
  }
  return record
}

/** The value of a field that config keeps or renamed; `undefined` for one whose column says it. */
function carriedOver({ name, stored, renamedFrom }: CompiledField, columns: Row, extra: Row): unknown {
  if (stored === 'extra' && Object.hasOwn(extra, name)) return extra[name]
  if (renamedFrom === undefined || (stored === 'contract' && !isEmpty(columns[name]))) return undefined
  if (Object.hasOwn(extra, renamedFrom)) return extra[renamedFrom]
  return Object.hasOwn(columns, renamedFrom) ? columns[renamedFrom] : undefined
}
