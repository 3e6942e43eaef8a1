/**
 * Maps the fields of a resource to SQL for filters, searches and sorting. A caller can use only fields that it may
 * read. A stored value may be of another type than its field, because config changes and records do not: such a value
 * is treated as absent.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource, Locale } from '../../../engine/compiled'
import { KINDS } from '../../../engine/kinds'
import { storedId } from '../../../engine/kinds/choices'
import { storedKeys } from '../../../engine/stored'
import type { Tenant } from '../tenancy'
import { type Columns, type Comparison, columnsOf, DERIVED, type SqlColumn, TIMES } from './columns'
import { isLimited } from './reach'
import { isWithin, nameOfReference } from './references'

export interface FieldSql {
  compares: Comparison
  /** The operand of comparisons: text or a number, by `compares`. */
  value: RawBuilder<unknown>
  /** The column of the value, if it has one. */
  column?: RawBuilder<unknown>
  /** The value as JSON, for tests of emptiness and of lists. */
  json: RawBuilder<unknown>
  /** Of a time: whether it is a day without a time. */
  isDay?: boolean
  /** The value that stands for an empty field, such as `0` for no batch. */
  none?: string | undefined
  /** Converts a filter value to the stored form of a list element. */
  element?: (value: unknown) => unknown
  /** The sort expression; absent if the field cannot be sorted. */
  order?: RawBuilder<unknown>
  /** Whether the sort expression is never null. */
  isNeverNull?: boolean
  /** Of the name of a referenced record: the reference. */
  nameOf?: SqlColumn['nameOf']
  /** Changes too often for an index. */
  isVolatile?: boolean
  /** Of an added field: whether it was a built-in one before, so that its SQL also reads the former column. */
  hadColumn?: boolean
  /** Whether text searches include the field. */
  isSearched: boolean
  /** Whether the value is stored as digits only, so that a search ignores separators. */
  hasDigitsOnly: boolean
  /**
   * Only for references that may lead out of the caller's scope. `value` and `json` leave out such ids, so no index
   * fits them. `stored` reads the field as it is stored, with an index; compare it only with ids for which `isInScope`
   * holds, or the caller could guess the others.
   */
  reach?: { stored: Pick<FieldSql, 'value' | 'json'>; isInScope: (id: string) => RawBuilder<boolean> }
}

/** The fields by name. Makes their SQL when it is needed: most queries use few of them. */
export interface FieldMap {
  has(name: string): boolean
  get(name: string): FieldSql | undefined
  names(): Iterable<string>
}

/** The column of the fields that config adds. */
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
    const { reference } = field
    const nameOf: NameOf = reference ? text => nameOfReference(tenant, config, reference, text) : undefined
    return {
      ...(column ? columnSql(column, nameOf) : addedSql(tenant, field, storedJson(field, columns), nameOf)),
      ...(KINDS[field.type].sortable ? {} : { order: undefined }),
      ...(!column && formerColumnOf(field, columns) && { hadColumn: true }),
      isDay: field.type === 'date',
      none: (column || undefined)?.nullable && field.empty ? String(field.empty.value) : undefined,
      ...(field.type === 'references' && { element: (id: unknown) => storedId(id, field.reference) }),
      isSearched: KINDS[field.type].usableFor.includes('search'),
      hasDigitsOnly: field.rules.some(({ rule }) => rule === 'phone' || rule === 'brn'),
    }
  }
  const readable = readableFields(config, level, resource).filter(
    ({ type, children }) => type !== 'password' && !children,
  )
  const makers = new Map<string, () => FieldSql>([
    ...readable.map(field => [field.name, () => sqlOf(field)] as const),
    ...Object.entries(columnsWithoutField(resource, columns)).map(
      ([name, column]) =>
        [name, () => ({ ...columnSql(column), isSearched: false, hasDigitsOnly: false })] as const,
    ),
  ])
  return { has: name => makers.has(name), get: name => makers.get(name)?.(), names: () => makers.keys() }
}

/**
 * Columns that can be used without a field in config: all columns of devices; in the dialect `simple-rest` timestamps.
 */
function columnsWithoutField({ name, dialect, fields }: CompiledResource, columns: Columns): Columns {
  if (name !== 'devices') return dialect === 'simple-rest' ? TIMES : {}
  if (dialect === 'simple-rest') return columns
  return Object.fromEntries(Object.entries(columns).filter(([column]) => !Object.hasOwn(fields, column)))
}

/**
 * Makes SQL for the name of the referenced record from the reference as text: references are sorted by this name.
 * `undefined` for fields that are no references.
 */
type NameOf = ((reference: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
type Compared = Pick<
  FieldSql,
  'compares' | 'column' | 'value' | 'json' | 'order' | 'isNeverNull' | 'nameOf' | 'isVolatile' | 'reach'
>

function columnSql(
  { value: column, compares, nullable, order, nameOf: name, isVolatile }: SqlColumn,
  nameOf?: NameOf,
): Compared {
  const value = operandOf(column, compares)
  const sortedByValue = compares === 'text' ? value : column
  return {
    compares,
    column,
    value,
    json: sql`to_jsonb(${compares === 'time' ? value : column})`,
    order: order ?? (nameOf ? nameOf(sql`${column}::text`) : sortedByValue),
    isNeverNull: !nullable && !nameOf,
    ...(name && { nameOf: name }),
    ...(isVolatile && { isVolatile }),
  }
}

/** The operand of comparisons: a column, converted to text unless it is a number or list. */
function operandOf(column: RawBuilder<unknown>, compares: Comparison): RawBuilder<unknown> {
  if (compares === 'text') return sql`${column} collate "C"`
  if (compares === 'boolean') return sql`${column}::text`
  return compares === 'time' ? wireTimeSql(column) : column
}

/** An added field; a reference that leads out of the caller's scope counts as empty. */
function addedSql(tenant: Tenant, field: CompiledField, json: RawBuilder<unknown>, nameOf: NameOf): Compared {
  const stored = jsonSql(field, json, nameOf)
  if (!isLimited(tenant, field)) return stored
  const isInScope = (id: RawBuilder<unknown>) => isWithin(tenant, field.reference, id)
  const idsInScope =
    field.type === 'reference'
      ? sql`(case when ${isInScope(sql`(${json} #>> '{}')`)} then ${json} end)`
      : sql`(select jsonb_agg(element.id order by element.position) from jsonb_array_elements(
          case when jsonb_typeof(${json}) = 'array' then ${json} end) with ordinality as element (id, position)
          where ${isInScope(sql`(element.id #>> '{}')`)})`
  return {
    ...jsonSql(field, idsInScope, nameOf),
    reach: { stored, isInScope: id => isInScope(sql`${id}::text`) },
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
  const areNumbers = type === 'select' && choices?.every(({ value }) => typeof value === 'number')
  return areNumbers ? 'number' : KINDS[type].sortAs
}

/** The column of an added field that was a built-in one under its former name. */
function formerColumnOf(field: CompiledField, columns: Columns): SqlColumn | undefined {
  const [, formerName] = storedKeys(field)
  return formerName !== undefined && Object.hasOwn(columns, formerName) ? columns[formerName] : undefined
}

/** The value as JSON: a part of a JSON column (`content.Type`), or the keys of the field in `extra`. */
function storedJson(field: CompiledField, columns: Columns): RawBuilder<unknown> {
  const [head = '', ...path] = field.name.split('.')
  const column = path.length > 0 && columns[head]
  if (column) return sql`(${column.value} #> ${path}::text[])`
  const stored = storedKeys(field).map(key => sql`${EXTRA} -> ${sql.lit(key)}`)
  const formerColumn = formerColumnOf(field, columns)
  const values = [...stored, ...(formerColumn ? [sql`to_jsonb(${formerColumn.value})`] : [])]
  // A single key is written as in `linkIndexes`, so that the index is used.
  return values.length === 1 ? sql`(${values[0]!})` : sql`coalesce(${sql.join(values)})`
}

function numberOf(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${json}) = 'number' then (${json} #>> '{}')::numeric end)`
}

/** A time in the format of the API; times are compared as text. */
const wireTimeSql = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
