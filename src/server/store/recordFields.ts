/**
 * The fields of a resource as SQL, in a query of `recordRows`: for one caller, who can order by and filter by what it may see.
 * Names come from config and travel as parameters. What is stored may be of another kind than the field is today (config
 * changes, records stay): such a value counts as absent and breaks nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../engine/compiled'
import { KINDS } from '../../engine/kinds'
import { nameOfReference } from './recordReferences'

/** How values compare. */
export type Comparison = 'text' | 'number' | 'boolean' | 'time' | 'list'

export interface RecordField {
  compares: Comparison
  /** What equality and bounds compare: text, or a number, by `compares`. */
  value: RawBuilder<unknown>
  /** The value as JSON: a list of choices is asked what it holds. */
  json: RawBuilder<unknown>
  /** What the list is ordered by; none for what has no order. */
  order?: RawBuilder<unknown>
  /** Looked through by a search for text. */
  searched: boolean
  /** Kept as digits alone, and typed with anything between. */
  digits: boolean
}

const TEXTS: readonly CompiledField['type'][] = ['text', 'multiline', 'email', 'phone', 'url']

/** The fields that a caller of this level may order and filter by, by name; `created` and `updated` are always there. */
export function recordFields(
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
): ReadonlyMap<string, RecordField> {
  const own = readableFields(config, level, resource)
    .filter(({ type }) => type !== 'password')
    .map(field => [field.name, recordField(config, field)] as const)
  return new Map([...own, ['created', moment('created')], ['updated', moment('updated')]])
}

function recordField(config: CompiledConfig, field: CompiledField): RecordField {
  const json = jsonOf(field)
  const text = sql`(${json} #>> '{}')`
  const compares = comparisonOf(field)
  const value = compares === 'number' ? numberOf(json) : sql`${text} collate "C"`
  const order =
    compares === 'boolean'
      ? sql`coalesce(${text}, 'false')`
      : field.reference
        ? nameOfReference(config, field.reference, text)
        : value
  return {
    compares,
    value,
    json,
    ...(KINDS[field.type].sortable ? { order } : {}),
    searched: TEXTS.includes(field.type),
    digits: field.type === 'phone' || field.rules.some(({ rule }) => rule === 'phone' || rule === 'brn'),
  }
}

function comparisonOf({ type, choices }: CompiledField): Comparison {
  if (type === 'multi-select') return 'list'
  const numbers = type === 'select' && choices?.every(({ value }) => typeof value === 'number')
  return numbers ? 'number' : KINDS[type].sortAs
}

/** The stored value; under the field's former name where it was not written since. Dots reach into objects. */
function jsonOf({ name, renamedFrom }: CompiledField): RawBuilder<unknown> {
  const at = (path: string) =>
    path.split('.').reduce((inner, step) => sql`${inner} -> ${step}::text`, sql`"row".data`)
  return renamedFrom === undefined
    ? sql`(${at(name)})`
    : sql`(case when "row".data ? ${name}::text then ${at(name)} else ${at(renamedFrom)} end)`
}

function numberOf(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::numeric end)`
}

/** A column of ours, compared as the wire writes it. */
function moment(column: 'created' | 'updated'): RecordField {
  const time = sql.ref(`row.${column}`)
  const value = sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
  return {
    compares: 'time',
    value,
    json: sql`to_jsonb(${value})`,
    order: time,
    searched: false,
    digits: false,
  }
}
