/** Converts a row to the record that a caller gets: with added fields, without fields that the caller may not read. */
import { hasLevel } from '../../../domain/authority'
import { ABSENT_TIME } from '../../../domain/dates'
import { isObject } from '../../../domain/own'
import type { CompiledConfig, CompiledField, CompiledResource, Locale } from '../../../engine/compiled'
import { storedKeys, storedValue } from '../../../engine/stored'
import type { Extra } from '../schema'
import { type StoredRow, sourceOf, type Wire, type Wording } from './sources'

export interface RecordContext {
  config: CompiledConfig
  resource: CompiledResource
  /** Default: the locale of the installation. */
  locale?: Locale
}

export interface View extends Wording {
  resource: CompiledResource
  /** Readable fields, without passwords (never sent) and children (`withChildren`). */
  fields: readonly CompiledField[]
  /** The readable fields whose value is in `extra`, or may be there under a former name. */
  stored: readonly CompiledField[]
  /** Names of fields that the caller may not read. */
  hidden: ReadonlySet<string>
}

/** @param level the caller's level; without it all fields are readable, for conditions and the history */
export function viewOf(
  { config, resource, locale = config.app.locale }: RecordContext,
  level?: number,
): View {
  const fields = Object.values(resource.fields)
  const isReadable = ({ read }: CompiledField) =>
    level === undefined || hasLevel(level, read, config.levels.numbers)
  const readable = fields.filter(field => isReadable(field) && field.type !== 'password' && !field.children)
  return {
    config,
    locale,
    level,
    resource,
    fields: readable,
    stored: readable.filter(field => field.storage === 'extra' || storedKeys(field).length > 1),
    hidden: new Set(fields.filter(field => !isReadable(field)).map(({ name }) => name)),
  }
}

/** Names of the fields that a level may not read. */
export function hiddenFields(config: CompiledConfig, level: number, name: string): ReadonlySet<string> {
  const resource = config.resources[name]
  return resource ? viewOf({ config, resource }, level).hidden : new Set()
}

/**
 * The record in the API: in the dialect `simple-rest` only the fields of config, in `console` also every key of the
 * contract.
 */
export function visibleRecord(row: StoredRow, view: View): Wire {
  const { resource, fields } = view
  const columns: Wire = {
    ...sourceOf(resource.name).toWire(row, view),
    id: row.id,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
  }
  if (resource.dialect === 'console') return addVisibleExtra(columns, row.extra, view)
  const { id, created, updated } = columns
  const record: Wire = {}
  for (const field of fields) putValue(record, field.name, storedValue(field, columns, row.extra))
  return { ...record, id, created, updated }
}

/**
 * Adds fields to a record in place. Fields that the caller may not read are blanked, since the contract requires them.
 */
export function addVisibleExtra<Row extends Wire>(record: Row, extra: Extra, { stored, hidden }: View): Row {
  for (const field of stored) putValue(record, field.name, storedValue(field, record, extra))
  for (const name of hidden) blank(record, name)
  return record
}

/** Replaces a value by the empty value of its type. */
function blank(record: Wire, path: string): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const value = Object.hasOwn(record, head) ? record[head] : undefined
  if (rest.length > 0) {
    if (isObject(value)) blank(value, rest.join('.'))
  } else if (typeof value === 'string') {
    record[head] = /^\d{4}-\d\d-\d\dT/.test(value) ? ABSENT_TIME : ''
  } else if (value !== undefined) {
    record[head] = emptyOf(value)
  }
}

function emptyOf(value: unknown): unknown {
  if (typeof value === 'number') return 0
  return typeof value === 'boolean' ? false : {}
}

/** Sets a value. A dot in the path means a nested object (`modem.note`), which is created if missing. */
function putValue(record: Wire, path: string, value: unknown): void {
  if (value === undefined) return
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const inner = Object.hasOwn(record, head) ? record[head] : {}
  if (rest.length === 0) {
    // Also for names such as `__proto__`, for which a plain assignment would set the prototype.
    Object.defineProperty(record, head, { value, enumerable: true, configurable: true, writable: true })
  } else if (isObject(inner)) {
    const copy = { ...inner }
    putValue(copy, rest.join('.'), value)
    putValue(record, head, copy)
  }
}
