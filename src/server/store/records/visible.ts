/** A record as one caller gets it: with the fields that config adds, and without what config keeps from that caller. */
import { reaches } from '../../../domain/authority'
import { ABSENT_TIME } from '../../../domain/dates'
import { isObject } from '../../../domain/own'
import type { CompiledConfig, CompiledField, CompiledResource, Locale } from '../../../engine/compiled'
import { storedKeys, storedValue } from '../../../engine/stored'
import type { Extra } from '../schema'
import { type StoredRow, sourceOf, type Wire, type Wording } from './sources'

/** What a record belongs to, and in which language it is answered. */
export interface RecordContext {
  config: CompiledConfig
  resource: CompiledResource
  /** That of the installation without it. */
  locale?: Locale
}

export interface View extends Wording {
  resource: CompiledResource
  /** Fields that the caller may see. Passwords are never shown, and rows come with a single record (`withChildren`). */
  fields: readonly CompiledField[]
  /** The fields whose value is not, or not only, in columns. */
  stored: readonly CompiledField[]
  /** Names of those that config keeps from the caller. */
  hidden: ReadonlySet<string>
}

/** @param level the caller's number; without it all fields are seen: for conditions and for the history */
export function viewOf(
  { config, resource, locale = config.app.locale }: RecordContext,
  level?: number,
): View {
  const fields = Object.values(resource.fields)
  const isSeen = ({ read }: CompiledField) =>
    level === undefined || reaches(level, read, config.levels.numbers)
  const seen = fields.filter(field => isSeen(field) && field.type !== 'password' && !field.children)
  return {
    config,
    locale,
    resource,
    fields: seen,
    stored: seen.filter(field => field.storage === 'extra' || storedKeys(field).length > 1),
    hidden: new Set(fields.filter(field => !isSeen(field)).map(({ name }) => name)),
  }
}

/** Names of the fields that config keeps from a level. */
export function hiddenFields(config: CompiledConfig, level: number, name: string): ReadonlySet<string> {
  const resource = config.resources[name]
  return resource ? viewOf({ config, resource }, level).hidden : new Set()
}

/**
 * The record on the wire. In the dialect of ra-data-simple-rest it has what config names, in the product's own every
 * key of the contract.
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
 * Completes a record of the contract, in place. A field that is kept from the caller is blank: the contract asks for
 * its key.
 */
export function addVisibleExtra<Row extends Wire>(record: Row, extra: Extra, { stored, hidden }: View): Row {
  for (const field of stored) putValue(record, field.name, storedValue(field, record, extra))
  for (const name of hidden) blank(record, name)
  return record
}

/** Replaces a value by the empty one of its type. */
function blank(record: Wire, path: string): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const value = Object.hasOwn(record, head) ? record[head] : undefined
  if (rest.length > 0) {
    if (isObject(value)) blank(value, rest.join('.'))
  } else if (typeof value === 'string') {
    record[head] = /^\d{4}-\d\d-\d\dT/.test(value) ? ABSENT_TIME : ''
  } else if (value !== undefined) {
    record[head] = typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : {}
  }
}

/** Dots reach into objects (`modem.note`), which are made where they are missing. */
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
