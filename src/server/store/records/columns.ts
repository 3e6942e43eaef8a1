/** SQL for fields that are columns, in queries with the table alias `row` (`sources.ts`). */
import { type RawBuilder, sql } from 'kysely'
import { LEVEL_NAMES } from '../../../domain/authority'
import type { CompiledConfig, Locale } from '../../../engine/compiled'
import { pick } from '../../../engine/i18n'
import type { DerivationName } from '../../../engine/registry'
import { fieldsOfTable, type RecordTableName } from './tables'

/** How values of a column are compared. */
export type Comparison = 'text' | 'number' | 'boolean' | 'time' | 'list'

export interface SqlColumn {
  value: RawBuilder<unknown>
  compares: Comparison
  nullable?: true
  /** The sort expression, if it is not `value`: written as in an index, so that the index is used. */
  order?: RawBuilder<unknown>
  /** Of the name of a referenced record: the reference. */
  nameOf?: { table: RecordTableName; column: string }
  /** Changes with connections or signals: an index would make each of these writes three times as slow. */
  isVolatile?: true
}

export type Columns = Readonly<Record<string, SqlColumn>>

/** Returns a function that makes a column of this type from its name. */
const columnOfType =
  (compares: Comparison, nullable?: true) =>
  (name: string): SqlColumn => ({ value: sql.ref(`row.${name}`), compares, ...(nullable && { nullable }) })
const text = columnOfType('text')
const number = columnOfType('number')
const time = columnOfType('time')
const nullableText = columnOfType('text', true)
const nullableNumber = columnOfType('number', true)
const nullableTime = columnOfType('time', true)

/** Columns for fields that have the same name as their column. */
const columnsNamed = (column: (name: string) => SqlColumn, ...names: string[]): Columns =>
  Object.fromEntries(names.map(name => [name, column(name)]))
const texts = (...names: string[]) => columnsNamed(text, ...names)
const flags = (...names: string[]) => columnsNamed(columnOfType('boolean'), ...names)

/** The columns of a table that need no special code: texts, flags and ids. */
function fieldColumns(table: RecordTableName): Columns {
  const { texts: textNames = [], flags: flagNames = [], ids, narrowing } = fieldsOfTable(table)
  const numbers = Object.entries({ ...ids, ...narrowing }).map(([field, column]) => [field, number(column)])
  return { ...texts(...textNames), ...flags(...flagNames), ...Object.fromEntries(numbers) }
}

/** The names of referenced records. */
const nameOf = (table: RecordTableName, column: string, name: SqlColumn): SqlColumn => ({
  ...name,
  nameOf: { table, column },
})

const volatile = (columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, { ...column, isVolatile: true }] as const),
  )

/** A text column of digits. They sort the same in every collation, so it is sorted without one, as in its index. */
const digitColumn = (name: string): SqlColumn => ({ ...text(name), order: sql.ref(`row.${name}`) })

/** The columns by resource and field (API name). */
const COLUMNS: Readonly<Record<string, Columns>> = {
  vendors: {
    ...fieldColumns('vendors'),
    ...columnsNamed(time, 'created', 'updated'),
    expired: nullableTime('expired'),
  },
  clients: {
    ...fieldColumns('clients'),
    ...texts('vendor_name'),
    ...flags('vendor_paid'),
    ...columnsNamed(time, 'created', 'updated'),
    ...columnsNamed(nullableTime, 'expired', 'vendor_expired'),
    level: number('level'),
    role: nullableText('role'),
  },
  batches: {
    ...fieldColumns('batches'),
    ...texts('model_name', 'maker'),
    client: nullableNumber('client_id'),
    client_name: nullableText('client_name'),
    ...columnsNamed(time, 'created', 'updated'),
    devices: number('devices'),
  },
  models: fieldColumns('models'),
  bunches: fieldColumns('bunches'),
  // The other filters of orders are in `store/orders`.
  orders: { ...columnsNamed(time, 'created', 'started'), expired: nullableTime('expired') },
  methods: { ...fieldColumns('methods'), content: columnOfType('list')('content') },
  history: {
    ...texts('action', 'resource', 'record', 'label', 'session', 'origin', 'request', 'client_name'),
    // Rows are written in the order of their ids, which have an index.
    at: { ...time('at'), order: sql.ref('row.id') },
    // Not sorted by the name of the account, which the caller may not see.
    client: { ...nullableNumber('client'), order: sql.ref('row.client') },
    vendor: number('vendor_id'),
  },
  devices: {
    id: digitColumn('id'),
    isdn: digitColumn('isdn'),
    // Sorted as shown: with leading zeros.
    serial: { ...text('serial'), order: sql`lpad("row".serial, 64, '0') collate "C"` },
    ...texts('version', 'release', 'edition'),
    vendor_name: nameOf('vendors', 'vendor_id', text('vendor_name')),
    model: nameOf('models', 'model_id', text('model_name')),
    batch: nameOf('batches', 'batch_id', nullableText('batch_name')),
    bunch: nameOf('bunches', 'bunch_id', nullableText('bunch_name')),
    client_name: nameOf('clients', 'client_id', nullableText('client_name')),
    ...volatile({ ...flags('online'), ...columnsNamed(nullableTime, 'linked', 'closed') }),
    created: time('created'),
    model_id: number('model_id'),
    batch_id: nullableNumber('batch_id'),
    bunch_id: nullableNumber('bunch_id'),
    vendor: number('vendor_id'),
    client: nullableNumber('client_id'),
    // Filtered by whether the device has a VPN.
    vpn: { value: sql`("row".vpn <> '{}')`, compares: 'boolean' },
    ...volatile({ sido: nullableText('sido') }),
    'modem.apn': text('modem_apn'),
    ...volatile({ 'modem.band': number('modem_band'), 'modem.rsrp': number('modem_rsrp') }),
  },
}

/** The columns of a resource; described resources have none. */
export function columnsOf(config: CompiledConfig, resource: string, locale: Locale): Columns {
  const columns = Object.hasOwn(COLUMNS, resource) ? COLUMNS[resource]! : {}
  return resource === 'clients' ? { ...columns, level_name: levelName(config, locale) } : columns
}

/** Timestamps, which config need not declare as fields. */
export const TIMES: Columns = columnsNamed(time, 'created', 'updated')

/** Derived values that lists show instead of a field's own value (`engine/fields/derived`). */
export const DERIVED: Readonly<Record<DerivationName, SqlColumn | undefined>> = {
  // Computed by the console; the list cannot be sorted by it.
  connectivity: undefined,
  clientPaid: {
    value: sql`("row".paid or ("row".vendor_id <> 0 and "row".vendor_paid))`,
    compares: 'boolean',
  },
  clientExpired: {
    value: sql`(case when "row".vendor_id <> 0 then "row".vendor_expired else "row".expired end)`,
    compares: 'time',
    nullable: true,
  },
}

/** `levelName` of `domain/authority` in SQL: the label of the highest level at or below the number. */
function levelName({ levels }: CompiledConfig, locale: Locale): SqlColumn {
  const cases = LEVEL_NAMES.toReversed().map(
    name =>
      sql`when "row".level >= ${levels.numbers[name]}::integer then ${pick(levels.labels[name], locale)}::text`,
  )
  return { value: sql`(case ${sql.join(cases, sql` `)} else '' end)`, compares: 'text' }
}
