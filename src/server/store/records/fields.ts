/**
 * Maps the fields of a resource to SQL for filters, searches and sorting. A caller can use only fields that it may
 * read. Names from config are passed as parameters. A stored value may be of another type than its field, because
 * config changes and records do not: such a value is treated as absent.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource, Locale } from '../../../engine/compiled'
import { KINDS } from '../../../engine/kinds'
import { storedId } from '../../../engine/kinds/choices'
import { storedKeys } from '../../../engine/stored'
import type { Tenant } from '../tenancy'
import { type Columns, type Comparison, columnsOf, DERIVED, type SqlColumn, TIMES } from './columns'
import { nameOfReference } from './references'

export interface FieldSql {
  compares: Comparison
  /** The operand of comparisons: text or a number, by `compares`. */
  value: RawBuilder<unknown>
  /** The column of the value, if it has one. */
  column?: RawBuilder<unknown>
  /** The value as JSON, for tests of emptiness and of lists. */
  json: RawBuilder<unknown>
  /** Converts a filter value to the stored form of a list element. */
  element?: (value: unknown) => unknown
  /** The sort expression; absent if the field cannot be sorted. */
  order?: RawBuilder<unknown>
  /** The sort expression is never null. */
  present?: boolean
  /** Included in text searches. */
  searched: boolean
  /** Stored as digits only, so a search ignores separators. */
  digits: boolean
}

export type FieldMap = ReadonlyMap<string, FieldSql>

const TEXTS: readonly CompiledField['type'][] = ['text', 'multiline', 'email', 'phone', 'url']

/** Config-added fields of every row. */
const EXTRA = sql`"row".extra`

/**
 * The fields by which a caller of this level may filter and sort, by name.
 *
 * @param locale for the names of levels
 */
export function queryFields(
  tenant: Tenant,
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
  locale: Locale = config.app.locale,
): FieldMap {
  const columns = columnsOf(config, resource.name, locale)
  const sqlOf = (field: CompiledField): FieldSql => {
    const column = field.shown ? DERIVED[field.shown] : field.storage === 'contract' && columns[field.name]
    const reference =
      field.reference &&
      ((text: RawBuilder<unknown>) => nameOfReference(tenant, config, field.reference!, text))
    return {
      ...(column ? columnSql(column, reference) : jsonSql(field, storedJson(field, columns), reference)),
      ...(KINDS[field.type].sortable ? {} : { order: undefined }),
      ...(field.type === 'references' && { element: (id: unknown) => storedId(id, field.reference) }),
      searched: TEXTS.includes(field.type),
      digits: field.type === 'phone' || field.rules.some(({ rule }) => rule === 'phone' || rule === 'brn'),
    }
  }
  const readable = readableFields(config, level, resource).filter(
    ({ type, children }) => type !== 'password' && !children,
  )
  return new Map([
    ...readable.map(field => [field.name, sqlOf(field)] as const),
    ...Object.entries(unlisted(resource, columns)).map(
      ([name, column]) => [name, { ...columnSql(column), searched: false, digits: false }] as const,
    ),
  ])
}

/**
 * Columns that can be used without a field in config: all columns of devices; in the dialect `simple-rest` timestamps.
 */
function unlisted({ name, dialect, fields }: CompiledResource, columns: Columns): Columns {
  const open = name === 'devices' ? columns : dialect === 'simple-rest' ? TIMES : {}
  const isNamed = (field: string) => dialect !== 'simple-rest' && Object.hasOwn(fields, field)
  return Object.fromEntries(Object.entries(open).filter(([field]) => !isNamed(field)))
}

/** SQL for the name of the referenced record, by which references are sorted; absent for other fields. */
type NameOf = ((text: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined | ''
type Compared = Pick<FieldSql, 'compares' | 'column' | 'value' | 'json' | 'order' | 'present'>

function columnSql({ value: column, compares, nullable, order }: SqlColumn, nameOf?: NameOf): Compared {
  const sorted = compares === 'text' ? sql`${column} collate "C"` : column
  const compared = { text: sorted, boolean: sql`${column}::text`, time: wireTimeSql(column) }[
    compares as string
  ]
  return {
    compares,
    column,
    value: compared ?? column,
    json: sql`to_jsonb(${compares === 'time' ? compared : column})`,
    order: order ?? (nameOf ? nameOf(sql`${column}::text`) : sorted),
    present: !nullable && !nameOf,
  }
}

function jsonSql(field: CompiledField, json: RawBuilder<unknown>, nameOf: NameOf): Compared {
  const text = sql`(${json} #>> '{}')`
  const compares = comparisonOf(field)
  const value = compares === 'number' ? numberOf(json) : sql`${text} collate "C"`
  const ordered = compares === 'boolean' ? sql`coalesce(${text}, 'false')` : value
  return { compares, value, json, order: nameOf ? nameOf(text) : ordered }
}

function comparisonOf({ type, choices }: CompiledField): Comparison {
  if (KINDS[type].size === 'items') return 'list'
  const numbers = type === 'select' && choices?.every(({ value }) => typeof value === 'number')
  return numbers ? 'number' : KINDS[type].sortAs
}

/** The value as JSON: a part of a JSON column (`content.Type`), or the keys of the field in `extra`. */
function storedJson(field: CompiledField, columns: Columns): RawBuilder<unknown> {
  const [head = '', ...path] = field.name.split('.')
  const column = path.length > 0 && columns[head]
  if (column) return sql`(${column.value} #> ${path}::text[])`
  const [, former] = storedKeys(field)
  const stored = storedKeys(field).map(key => sql`${EXTRA} -> ${key}::text`)
  const replaced = former !== undefined && Object.hasOwn(columns, former) ? columns[former] : undefined
  const values = [...stored, ...(replaced ? [sql`to_jsonb(${replaced.value})`] : [])]
  // A single key is written as in `linkIndexes`, so that the index is used.
  return values.length === 1 ? sql`(${values[0]!})` : sql`coalesce(${sql.join(values)})`
}

function numberOf(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::numeric end)`
}

/** A time in the format of the API; times are compared as text. */
const wireTimeSql = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
