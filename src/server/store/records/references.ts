/** What a reference points to: is it there and in reach, and what is it called. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { Tenant } from '../tenancy'
import { recordRows } from './rows'

/** The greatest id that a table may have. */
const MAX_ID = 2_147_483_647

/** A whole number that may be an id, also written as text; none for anything else. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : undefined
}

/**
 * True when the value names a record of that resource which the caller reaches and which has what it must have; nobody deletes it before the transaction ends.
 * Devices are named by their IMEI.
 */
export async function isReferable(
  tenant: Tenant,
  resource: string,
  value: unknown,
  within: Within = {},
): Promise<boolean> {
  const id = resource === 'devices' ? String(value) : asId(value)
  if (id === undefined) return false
  const query = Object.hasOwn(OWNED, resource)
    ? OWNED[resource]!(tenant, id as never, agrees(resource, within))
    : recordRows(tenant, resource)
        .where('row.id', '=', Number(id))
        .where(agrees(resource, within))
        .select('row.id')
        .forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}

/** What a record must have, by the names of the wire, to be a choice (`dependsOn` in config). */
export type Within = Readonly<Record<string, unknown>>

type Query = { executeTakeFirst(): Promise<{ id: number | string } | undefined> }
type Agrees = RawBuilder<boolean>

/** Resources that speak the calls of the product. */
const OWNED: Readonly<Record<string, (tenant: Tenant, id: never, agrees: Agrees) => Query>> = {
  vendors: (tenant, id, agrees) =>
    tenant.vendors().where('vendors.id', '=', id).where(agrees).select('vendors.id').forKeyShare(),
  clients: (tenant, id, agrees) =>
    tenant.clients().where('clients.id', '=', id).where(agrees).select('clients.id').forKeyShare(),
  batches: (tenant, id, agrees) =>
    tenant.batches().where('batches.id', '=', id).where(agrees).select('batches.id').forKeyShare(),
  devices: (tenant, id, agrees) =>
    tenant.devices().where('devices.id', '=', id).where(agrees).select('devices.id').forKeyShare(),
  orders: (tenant, id, agrees) =>
    tenant.orders().where('orders.id', '=', id).where(agrees).select('orders.id').forKeyShare(),
}

/** The columns behind `narrows` of `engine/contractFields`. */
export const NARROWING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clients: { vendor: 'clients.vendor_id' },
  batches: { model: 'batches.model_id', vendor: 'batches.vendor_id' },
  devices: { model: 'devices.model_id', batch: 'devices.batch_id' },
}

function heldBy(resource: string, key: string): RawBuilder<unknown> {
  const column = NARROWING[resource]?.[key]
  return column ? sql`${sql.ref(column)}::text` : sql`("row".data ->> ${key}::text)`
}

function agrees(resource: string, within: Within): Agrees {
  const tests = Object.entries(within).map(([key, value]) => {
    return sql`${heldBy(resource, key)} = ${String(value)}::text`
  })
  return tests.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/**
 * The records in reach that one of these texts names, by id or by what they are called: `id` and `name` as text, and what narrows
 * them as `within_0` and so on. Nobody deletes them before the transaction ends.
 *
 * @param texts a query of one column, in lower case
 */
export function referables(
  tenant: Tenant,
  { resources }: CompiledConfig,
  resource: string,
  { texts, narrowed }: { texts: RawBuilder<unknown>; narrowed: readonly string[] },
): RawBuilder<unknown> {
  const isOwned = Object.hasOwn(OWNED, resource)
  const id = isOwned ? sql`${sql.ref(`${resource}.id`)}::text` : sql`"row".id::text`
  const name = isOwned
    ? sql.ref(`${resource}.${CALLED[resource] ?? 'name'}`)
    : sql`("row".data ->> ${resource === 'methods' ? 'caption' : (resources[resource]?.recordName ?? 'id')}::text)`
  const columns = [
    sql`${id} as id`,
    sql`${name} as name`,
    ...narrowed.map((key, at) => sql`${heldBy(resource, key)} as ${sql.ref(`within_${at}`)}`),
  ]
  const rows = isOwned ? tenant[resource as 'devices']() : recordRows(tenant, resource)
  return sql`${(rows as ReturnType<Tenant['devices']>)
    .where(sql<boolean>`(lower(${name}) in (${texts}) or ${id} in (${texts}))`)
    .select(sql`${sql.join(columns)}` as never)
    .forKeyShare()}`
}

/** What records of the product are called, where it is not their name. */
const CALLED: Readonly<Record<string, string>> = { devices: 'isdn', orders: 'title' }

/** Tables of the product with what their records are called. */
const NAMES: Readonly<Record<string, RawBuilder<unknown>>> = {
  vendors: sql`select name from vendors where id`,
  clients: sql`select name from clients where id`,
  batches: sql`select name from batches where id`,
  models: sql`select name from models where id`,
  bunches: sql`select name from bunches where id`,
  methods: sql`select caption from methods where id`,
  orders: sql`select title from orders where id`,
}

/**
 * The name of the record that a reference points to, which is what a list shows and so is ordered by.
 *
 * @param text the reference as text
 */
export function nameOfReference(
  { resources }: CompiledConfig,
  resource: string,
  text: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // A device is called by its number.
  if (resource === 'devices') return sql`${text} collate "C"`
  const id = sql`(case when ${text} ~ '^[0-9]{1,9}$' then (${text})::integer end)`
  const names = NAMES[resource]
  if (names) return sql`(${names} = ${id}) collate "C"`
  const name: CompiledField['name'] = resources[resource]?.recordName ?? 'id'
  return sql`(
    select other.data ->> ${name}::text from records as other
    where other.resource = ${resource}::text and other.id = ${id}
  ) collate "C"`
}
