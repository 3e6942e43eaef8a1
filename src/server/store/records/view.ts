/** A record as one caller gets it: with the fields that config adds, and without what config keeps from that caller. */

import { reaches } from '../../../domain/authority'
import { ABSENT_TIME } from '../../../domain/dates'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { isEmpty, valueAt } from '../../../engine/conditions'
import type { Extra } from '../schema'

export interface RecordView {
  /** Fields of the contract that config keeps from this caller. */
  hidden: ReadonlySet<string>
  /** Fields that config adds and this caller may see. */
  extras: readonly CompiledField[]
  /** Fields of the contract that were fields of config before, under another name. */
  renamed: readonly CompiledField[]
}

/**
 * @param resource name of a resource of the product itself
 * @param level the caller's number
 */
export function recordView(config: CompiledConfig, level: number, resource: string): RecordView {
  const fields = Object.values(config.resources[resource]?.fields ?? {})
  const sees = (field: CompiledField) => reaches(level, field.read, config.levels.numbers)
  return {
    hidden: new Set(fields.filter(field => !sees(field)).map(field => field.name)),
    ...shownFields(fields.filter(sees)),
  }
}

/** As nobody in particular sees it: for conditions and for what is stored. */
export function wholeView({ fields }: CompiledResource): RecordView {
  return { hidden: new Set(), ...shownFields(Object.values(fields)) }
}

/** Passwords are shown to nobody. */
function shownFields(fields: readonly CompiledField[]): Pick<RecordView, 'extras' | 'renamed'> {
  const shown = fields.filter(field => field.type !== 'password')
  return {
    extras: shown.filter(field => field.stored === 'extra'),
    renamed: shown.filter(field => field.stored === 'contract' && field.renamedFrom !== undefined),
  }
}

/**
 * Completes a record for the wire, in place. A field that is kept from the caller is blank, as the contract asks for its key;
 * one that config renamed has what was stored under its former name.
 */
export function showTo<Shown extends Record<string, unknown>>(
  record: Shown,
  extra: Extra,
  { hidden, extras, renamed }: RecordView,
): Shown {
  for (const field of extras) {
    const value = extraValue(field, extra, record)
    if (value !== undefined) put(record, field.name, value)
  }
  for (const { name, renamedFrom } of renamed) {
    const former = Object.hasOwn(extra, renamedFrom!) ? extra[renamedFrom!] : undefined
    if (isEmpty(valueAt(record, name)) && typeof former === 'string') put(record, name, former)
  }
  for (const name of hidden) blank(record, name)
  return record
}

/** What is stored in a config-added field; under its former name where it was not written since. */
function extraValue(
  { name, renamedFrom }: CompiledField,
  extra: Extra,
  record: Readonly<Record<string, unknown>>,
): unknown {
  if (Object.hasOwn(extra, name)) return extra[name]
  if (renamedFrom === undefined) return undefined
  return Object.hasOwn(extra, renamedFrom) ? extra[renamedFrom] : valueAt(record, renamedFrom)
}

/** The value that stands for nothing, of the kind that was there: the contract asks for the key. */
function blank(record: Record<string, unknown>, path: string): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const value = Object.hasOwn(record, head) ? record[head] : undefined
  if (rest.length > 0) {
    if (isRecord(value)) blank(value, rest.join('.'))
  } else if (typeof value === 'string') {
    record[head] = /^\d{4}-\d\d-\d\dT/.test(value) ? ABSENT_TIME : ''
  } else if (value !== undefined) {
    record[head] = typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : {}
  }
}

/** Dots reach into objects (`modem.note`), which are made where they are missing. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const inner = Object.hasOwn(record, head) ? record[head] : {}
  if (rest.length === 0) {
    own(record, head, value)
  } else if (isRecord(inner)) {
    own(record, head, inner)
    put(inner, rest.join('.'), value)
  }
}

/** Also for names such as `__proto__`, which plain assignment would misread. */
function own(record: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
