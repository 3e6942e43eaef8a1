/** What a reference points to: is it there and in scope, and what is it called. */
import { type RawBuilder, sql } from 'kysely'
import { own } from '../../../domain/own'
import type { CompiledConfig } from '../../../engine/compiled'
import { allOf } from '../sql'
import type { Tenant } from '../tenancy'
import { columnNames, extraOf, type RecordTable, TABLES, tableOf, tableRows } from './tables'

/** The greatest id that a table may have. */
const MAX_ID = 2_147_483_647

/** A whole number that may be an id, also written as text; none for anything else. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : undefined
}

/** What a record must have, by the names of the wire, to be a choice (`dependsOn` in config). */
export type Narrowing = Readonly<Record<string, unknown>>

/**
 * True when the value names a record of that resource which is in scope and has what it must have; it is locked against deletion until
 * the transaction ends. Devices are named by their IMEI.
 */
export async function isReferable(
  tenant: Tenant,
  resource: string,
  value: unknown,
  narrowing: Narrowing = {},
): Promise<boolean> {
  const id = resource === 'devices' ? String(value) : asId(value)
  if (id === undefined) return false
  const { table, rows } = tableRows(tenant, resource)
  const tests = Object.entries(narrowing).map(
    ([key, wanted]) => sql`${textOf(table, key)} = ${String(wanted)}::text`,
  )
  const found = await rows
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`)
    .where(allOf(tests))
    .select(sql`1`.as('one'))
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** What a record has in a field, as text. */
function textOf(table: RecordTable, field: string): RawBuilder<unknown> {
  const column = own(columnNames(table), field)
  return column ? sql`${sql.ref(`${table}.${column}`)}::text` : sql`(${extraOf(table)} ->> ${field}::text)`
}

function nameIn({ resources }: CompiledConfig, resource: string): RawBuilder<unknown> {
  const table = tableOf(resource)
  return table === 'records'
    ? sql`(records.data ->> ${resources[resource]?.recordName ?? 'id'}::text)`
    : sql.ref(`${table}.${TABLES[table].called}`)
}

/**
 * The records in scope that one of these texts names, by id or by what they are called: `id` and `name` as text, and what narrows
 * them as `within_0` and so on. They are locked against deletion until the transaction ends.
 *
 * @param texts a query of one column, in lower case
 */
export function referables(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  { texts, narrowed }: { texts: RawBuilder<unknown>; narrowed: readonly string[] },
): RawBuilder<unknown> {
  const { table, rows } = tableRows(tenant, resource)
  const id = sql`${sql.ref(`${table}.id`)}::text`
  const name = nameIn(config, resource)
  const columns = [
    sql`${id} as id`,
    sql`${name} as name`,
    ...narrowed.map((key, at) => sql`${textOf(table, key)} as ${sql.ref(`within_${at}`)}`),
  ]
  return sql`${rows
    .where(sql<boolean>`(lower(${name}) in (${texts}) or ${id} in (${texts}))`)
    .select(sql`${sql.join(columns)}` as never)
    .forKeyShare()}`
}

/**
 * What records are called, by their ids as text; only of those in scope.
 *
 * @param ids as the wire has them
 */
export async function namesOf(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { table, rows } = tableRows(tenant, resource)
  const known = (id: unknown) => (resource === 'devices' ? String(id ?? '') : asId(id))
  const wanted = [...new Set(ids.map(known))].filter(id => id !== undefined && id !== '')
  if (wanted.length === 0) return new Map()
  const found = await rows
    .where(sql<boolean>`${sql.ref(`${table}.id`)} in (${sql.join(wanted)})`)
    .select([
      sql<string>`${sql.ref(`${table}.id`)}::text`.as('id'),
      sql<string | null>`${nameIn(config, resource)}`.as('name'),
    ])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name ?? id]))
}

/**
 * The name of the record that a reference points to, which is what a list is ordered by. It need not be in scope: a client's devices
 * may refer to a vendor whom it does not see.
 *
 * @param text the reference as text
 */
export function nameOfReference(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  text: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // A device is called by its number.
  if (resource === 'devices') return sql`${text} collate "C"`
  const table = tableOf(resource)
  const id = sql`(case when ${text} ~ '^[0-9]{1,9}$' then (${text})::integer end)`
  const tests = [
    sql`${sql.ref(`${table}.id`)} = ${id}`,
    ...(table === 'records' ? [sql`records.resource = ${resource}::text`] : []),
  ]
  const name = tenant
    .unscoped(table)
    .where(allOf(tests))
    .select(sql`${nameIn(config, resource)}`.as('name'))
  return sql`${name} collate "C"`
}
