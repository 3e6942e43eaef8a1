/**
 * The fields of a resource as SQL, in a query of `recordRows`: for one caller, who can order by and filter by what it may see.
 * Names come from config and travel as parameters. What is stored may be of another kind than the field is today (config
 * changes, records stay): such a value counts as absent and breaks nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource, Locale } from '../../../engine/compiled'
import { KINDS } from '../../../engine/kinds'
import { type Column, type Comparison, columnsOf, SHOWN } from './columns'
import { nameOfReference } from './references'

export interface RecordField {
  compares: Comparison
  /** What equality and bounds compare: text, or a number, by `compares`. */
  value: RawBuilder<unknown>
  /** The value as JSON: a list of choices is asked what it holds. */
  json: RawBuilder<unknown>
  /** What the list is ordered by; none for what has no order. */
  order?: RawBuilder<unknown>
  /** Every row has one: an index in the usual order serves it. */
  present?: boolean
  /** Looked through by a search for text. */
  searched: boolean
  /** Kept as digits alone, and typed with anything between. */
  digits: boolean
}

const TEXTS: readonly CompiledField['type'][] = ['text', 'multiline', 'email', 'phone', 'url']

/**
 * The fields that a caller of this level may order and filter by, by name. Records that config alone describes always have
 * `created` and `updated`; of the product's own, config may keep them from a level.
 *
 * @param locale in which names of levels are searched and ordered
 */
export function recordFields(
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
  locale: Locale = config.app.locale,
): ReadonlyMap<string, RecordField> {
  const columns = columnsOf(config, resource.name, locale)
  // Where the rows have the JSON that config-added fields are kept in.
  const kept = resource.dialect === 'console' ? sql`"row".extra` : sql`"row".data`
  const own = readableFields(config, level, resource)
    .filter(({ type }) => type !== 'password')
    .map(field => {
      const column = field.shown ? SHOWN[field.shown] : field.stored === 'contract' && columns[field.name]
      return [
        field.name,
        column ? columnField(config, field, column) : recordField(config, field, kept),
      ] as const
    })
  if (resource.dialect === 'console') return new Map(own)
  return new Map([...own, ['created', moment('created')], ['updated', moment('updated')]])
}

function columnField(config: CompiledConfig, field: CompiledField, column: Column): RecordField {
  const { compares, nullable } = column
  const sorted = compares === 'text' ? sql`${column.value} collate "C"` : column.value
  const value = { text: sorted, boolean: sql`${sorted}::text`, time: wireTime(sorted) }[compares as string]
  const order = field.reference
    ? nameOfReference(config, field.reference, sql`${column.value}::text`)
    : sorted
  return {
    compares,
    value: value ?? column.value,
    json: sql`to_jsonb(${compares === 'time' ? value : column.value})`,
    present: !nullable && !field.reference,
    ...(KINDS[field.type].sortable ? { order } : {}),
    ...searchOf(field),
  }
}

function recordField(config: CompiledConfig, field: CompiledField, kept: RawBuilder<unknown>): RecordField {
  const json = jsonOf(field, kept)
  const text = sql`(${json} #>> '{}')`
  const compares = comparisonOf(field)
  const value = compares === 'number' ? numberOf(json) : sql`${text} collate "C"`
  const order =
    compares === 'boolean'
      ? sql`coalesce(${text}, 'false')`
      : field.reference
        ? nameOfReference(config, field.reference, text)
        : value
  return { compares, value, json, ...(KINDS[field.type].sortable ? { order } : {}), ...searchOf(field) }
}

function searchOf(field: CompiledField): Pick<RecordField, 'searched' | 'digits'> {
  return {
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
function jsonOf({ name, renamedFrom }: CompiledField, kept: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = (path: string) => path.split('.').reduce((inner, step) => sql`${inner} -> ${step}::text`, kept)
  return renamedFrom === undefined
    ? sql`(${at(name)})`
    : sql`(case when ${kept} ? ${name}::text then ${at(name)} else ${at(renamedFrom)} end)`
}

function numberOf(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::numeric end)`
}

/** A time as the wire writes it, which is how times are compared. */
const wireTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`

function moment(column: 'created' | 'updated'): RecordField {
  const time = sql.ref(`row.${column}`)
  const value = wireTime(time)
  return {
    compares: 'time',
    value,
    json: sql`to_jsonb(${value})`,
    order: time,
    present: true,
    searched: false,
    digits: false,
  }
}
