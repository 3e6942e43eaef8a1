/** What a reference points to: is it there and in scope, and what is it called. */
import { type RawBuilder, sql } from 'kysely'
import { own } from '../../../domain/own'
import type { CompiledConfig } from '../../../engine/compiled'
import { allOf, inIds } from '../sql'
import { type Tenant, tableRows } from '../tenancy'
import { columnNames, extraOf, type RecordTableName, TABLES, tableOf } from './tables'

/** The greatest id that a table may have. */
const MAX_ID = 2_147_483_647

/** A whole number that may be an id, also written as text; none for anything else. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : undefined
}

/** What a record must have, by the names of the wire, to be a choice (`dependsOn` in config). */
type Narrowing = Readonly<Record<string, unknown>>

/** A reference whose record is looked for: it has to be in scope, and to have what it must have. */
export interface AskedReference {
  resource: string
  /** Devices are named by their IMEI. */
  value: unknown
  narrowing?: Narrowing
  /** Whose the record must be, or the provider's; 0 or absent for any. */
  vendor?: number
}

/**
 * Whether the value of a reference names such a record, asked for many by one statement for each kind of reference. The
 * records are locked against deletion until the transaction ends, in the order of their ids.
 */
export async function findReferable(
  tenant: Tenant,
  asked: readonly AskedReference[],
): Promise<(one: AskedReference) => boolean> {
  const kinds = new Map<string, AskedReference[]>()
  for (const one of asked) kinds.set(kindOf(one), [...(kinds.get(kindOf(one)) ?? []), one])
  /** The vendor of each record that was found; 0 where all vendors may refer to it. */
  const owners = new Map<string, number>()
  for (const [kind, alike] of kinds) {
    const [{ resource, narrowing = {} }] = alike as [AskedReference]
    const ids = [...new Set(alike.flatMap(one => idOf(one) ?? []))]
    if (ids.length === 0) continue
    const { table, rows } = tableRows(tenant, resource)
    const texts = Object.keys(narrowing).map(key => textOf(table, key))
    const id = sql.ref(`${table}.id`)
    const there = await rows
      .where(inIds(id, ids))
      .select([
        sql<(string | null)[]>`array[${sql.join([sql`${id}::text`, ...texts])}]`.as('has'),
        sql<number>`${ownerOf(table)}::integer`.as('owner'),
      ])
      .orderBy(id)
      .forKeyShare()
      .execute()
    for (const { has, owner } of there) owners.set(`${kind} ${JSON.stringify(has)}`, owner)
  }
  return one => {
    const has = [idOf(one), ...Object.values(one.narrowing ?? {})].map(textOfValue)
    const owner = owners.get(`${kindOf(one)} ${JSON.stringify(has)}`)
    return owner !== undefined && (!one.vendor || owner === 0 || owner === one.vendor)
  }
}

/** Tables whose records belong to a vendor; the others are shared, or say who makes something. */
const OWNED: readonly RecordTableName[] = ['devices', 'clients', 'batches', 'records']

/** Whether a vendor has records of its own in this resource, to which only its records and the provider's may lead. */
export const isOwned = (resource: string): boolean => OWNED.includes(tableOf(resource))

const ownerOf = (table: RecordTableName) => (OWNED.includes(table) ? sql.ref(`${table}.vendor_id`) : sql`0`)

const kindOf = ({ resource, narrowing = {} }: AskedReference) => [resource, ...Object.keys(narrowing)].join()

const idOf = ({ resource, value }: AskedReference) =>
  resource === 'devices' ? textOfValue(value) : asId(value)

/** A value as text; none of what a body may hold instead, which has no text that could be trusted. */
export const textOfValue = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined

/** The same for one value. */
export const isReferable = async (
  tenant: Tenant,
  resource: string,
  value: unknown,
  narrowing: Narrowing = {},
): Promise<boolean> => {
  const one = { resource, value, narrowing }
  return (await findReferable(tenant, [one]))(one)
}

/** What a record has in a field, as text. */
function textOf(table: RecordTableName, field: string): RawBuilder<unknown> {
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
 * The records in scope that one of these texts names, by id or by what they are called: `id` and `name` as text, whose
 * they are as `owner` (0 for what everybody may refer to), and what narrows them as `within_0` and so on. They are
 * locked against deletion until the transaction ends.
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
    sql`${ownerOf(table)}::integer as owner`,
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
  const wanted = [...new Set(ids.flatMap(id => known(id) ?? []))].filter(id => id !== '')
  if (wanted.length === 0) return new Map()
  const found = await rows
    .where(inIds(sql.ref(`${table}.id`), wanted))
    .select([
      sql<string>`${sql.ref(`${table}.id`)}::text`.as('id'),
      sql<string | null>`${nameIn(config, resource)}`.as('name'),
    ])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name ?? id]))
}

/**
 * The name of the record that a reference points to, which is what a list is ordered by. It need not be in scope: a
 * client's devices may refer to a vendor whom it does not see.
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
