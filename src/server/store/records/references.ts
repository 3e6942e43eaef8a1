/** Looks up the records that references point to: whether they exist in scope, and their names. */
import { type RawBuilder, sql } from 'kysely'
import { ownValue } from '../../../domain/own'
import type { CompiledConfig } from '../../../engine/compiled'
import { groupBy } from '../../collections'
import { askTogether } from '../askTogether'
import { allOf, inIds } from '../sql'
import { type Tenant, tableRows } from '../tenancy'
import { columnNames, extraOf, type RecordTableName, TABLES, tableOf } from './tables'

/** The maximum of PostgreSQL's type `integer`. */
const MAX_ID = 2_147_483_647

/** Parses a number or text as a possible id, else `undefined`. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : undefined
}

/** Values that the record must have, by API names of its fields (`dependsOn` in config). */
type Narrowing = Readonly<Record<string, unknown>>

/** A reference to check. */
export interface ReferenceToCheck {
  resource: string
  /** An id; of a device its IMEI. */
  value: unknown
  narrowing?: Narrowing
  /** The record must belong to this vendor or the provider; 0 or absent: to any. */
  vendor?: number
}

/**
 * Checks many references with one query per resource and set of narrowing fields. Locks the found records against
 * deletion until the transaction ends, by id.
 *
 * @returns a function that tells whether the record of a reference exists in scope and meets `narrowing` and `vendor`
 */
export async function findReferable(
  tenant: Tenant,
  toCheck: readonly ReferenceToCheck[],
): Promise<(reference: ReferenceToCheck) => boolean> {
  /**
   * The vendor of each found record (0 if all vendors may refer to it). The key consists of the group, the id and the
   * values of the narrowing fields: a reference is valid if its own key is in the map.
   */
  const owners = new Map<string, number>()
  for (const [group, references] of groupBy(toCheck, groupOf)) {
    // References of a group have the same resource and narrowing fields.
    const [{ resource, narrowing = {} }] = references as [ReferenceToCheck]
    const ids = [...new Set(references.flatMap(reference => idOf(reference) ?? []))]
    if (ids.length === 0) continue
    const { table, rows } = tableRows(tenant, resource)
    const texts = Object.keys(narrowing).map(key => textOf(table, key))
    const id = sql.ref(`${table}.id`)
    const records = await rows
      .where(inIds(id, ids))
      .select([
        sql<(string | null)[]>`array[${sql.join([sql`${id}::text`, ...texts])}]`.as('values'),
        sql<number>`${ownerOf(table)}::integer`.as('owner'),
      ])
      .orderBy(id)
      .forKeyShare()
      .execute()
    for (const { values, owner } of records) owners.set(`${group} ${JSON.stringify(values)}`, owner)
  }
  return reference => {
    const values = [idOf(reference), ...Object.values(reference.narrowing ?? {})].map(textOfValue)
    const owner = owners.get(`${groupOf(reference)} ${JSON.stringify(values)}`)
    return owner !== undefined && (!reference.vendor || owner === 0 || owner === reference.vendor)
  }
}

/** Tables whose records belong to a vendor. The other tables have no `vendor_id`, or it is the maker. */
const VENDOR_OWNED: readonly RecordTableName[] = ['devices', 'clients', 'batches', 'records']

/** Whether records of this resource belong to vendors: only records of the same vendor may refer to them. */
export const isOwned = (resource: string): boolean => VENDOR_OWNED.includes(tableOf(resource))

const ownerOf = (table: RecordTableName) =>
  VENDOR_OWNED.includes(table) ? sql.ref(`${table}.vendor_id`) : sql`0`

const groupOf = ({ resource, narrowing = {} }: ReferenceToCheck) =>
  [resource, ...Object.keys(narrowing)].join()

const idOf = ({ resource, value }: ReferenceToCheck) =>
  resource === 'devices' ? textOfValue(value) : asId(value)

/** A text, number or boolean as text; `undefined` for objects and null. */
export const textOfValue = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined

const askReferable = askTogether(findReferable)

/** `findReferable` for one value. Look-ups that are begun together are one query. */
export const isReferable = (
  tenant: Tenant,
  resource: string,
  value: unknown,
  narrowing: Narrowing = {},
): Promise<boolean> => askReferable(tenant, { resource, value, narrowing })

/** SQL for a field as text. */
function textOf(table: RecordTableName, field: string): RawBuilder<unknown> {
  const column = ownValue(columnNames(table), field)
  return column ? sql`${sql.ref(`${table}.${column}`)}::text` : sql`(${extraOf(table)} ->> ${field}::text)`
}

/** SQL for the name of a record. */
function nameIn({ resources }: CompiledConfig, resource: string): RawBuilder<unknown> {
  const table = tableOf(resource)
  return table === 'records'
    ? sql`(records.data ->> ${resources[resource]?.recordName ?? 'id'}::text)`
    : sql.ref(`${table}.${TABLES[table].nameColumn}`)
}

/**
 * A query for the records in scope whose id or name is one of these texts. Columns: `id` and `name` as text, `owner` (a
 * vendor, 0 if all vendors may refer to the record), and `within_0`, `within_1` … for the fields in `narrowed`. Locks
 * the records against deletion until the transaction ends.
 *
 * @param texts a query with one column, in lower case
 */
export function recordsNamed(
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
    sql`${ownerOf(table)}::integer as owner`,
    ...narrowed.map((key, index) => sql`${textOf(table, key)} as ${sql.ref(`within_${index}`)}`),
  ]
  return sql`${rows
    .where(sql<boolean>`(lower(${name}) in (${texts}) or ${id} in (${texts}))`)
    .select(sql`${sql.join(columns)}` as never)
    .forKeyShare()}`
}

/** The possible ids of a resource's records, each once. */
function idsOf(resource: string, ids: readonly unknown[]): (string | number)[] {
  const keyOf = (id: unknown) => (resource === 'devices' ? String(id ?? '') : asId(id))
  return [...new Set(ids.flatMap(id => keyOf(id) ?? []))].filter(id => id !== '')
}

/** SQL for whether the caller sees the record with this id. Every caller sees its own vendor. */
export function isWithin(tenant: Tenant, resource: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const { table, rows } = tableRows(tenant, resource)
  const number = sql`(case when ${id} ~ '^[0-9]{1,9}$' then (${id})::integer end)`
  const found = rows
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${resource === 'devices' ? id : number}`)
    .select(sql`1`.as('one'))
  return resource === 'vendors'
    ? sql<boolean>`(exists (${found}) or ${id} = ${String(tenant.vendor)}::text)`
    : sql<boolean>`exists (${found})`
}

/**
 * Returns these ids, as text, without the ids of records that the caller does not see. Every caller sees its own
 * vendor.
 */
export async function idsWithin(
  tenant: Tenant,
  resource: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = idsOf(resource, ids)
  if (wanted.length === 0) return new Set()
  const { table, rows } = tableRows(tenant, resource)
  const id = sql.ref(`${table}.id`)
  const found = await rows.where(inIds(id, wanted)).select(sql<string>`${id}::text`.as('id')).execute()
  const ownVendor = resource === 'vendors' ? wanted.filter(one => one === tenant.vendor).map(String) : []
  return new Set([...found.map(one => one.id), ...ownVendor])
}

/**
 * The names of records in scope, by id as text.
 *
 * @param ids as received in a request; invalid ids are ignored
 */
export async function namesOf(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { table, rows } = tableRows(tenant, resource)
  const wanted = idsOf(resource, ids)
  if (wanted.length === 0) return new Map()
  const records = await rows
    .where(inIds(sql.ref(`${table}.id`), wanted))
    .select([
      sql<string>`${sql.ref(`${table}.id`)}::text`.as('id'),
      sql<string | null>`${nameIn(config, resource)}`.as('name'),
    ])
    .execute()
  return new Map(records.map(({ id, name }) => [id, name ?? id]))
}

/** The first names of the records in scope, in their order. */
export async function firstNames(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  limit: number,
): Promise<string[]> {
  const { rows } = tableRows(tenant, resource)
  const names = await rows
    .select(sql<string | null>`${nameIn(config, resource)}`.as('name'))
    .distinct()
    .orderBy('name')
    .limit(limit)
    .execute()
  return names.flatMap(({ name }) => name || [])
}

/**
 * SQL for the name of a referenced record, for sorting. The record may be out of scope: a client's devices may refer to
 * a vendor that the client cannot read.
 *
 * @param text the reference as text
 */
export function nameOfReference(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  text: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Devices sort by their IMEI.
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
