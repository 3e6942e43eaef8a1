/** What a reference points to: is it there and in reach, and what is it called. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../engine/compiled'
import { recordRows } from './recordRows'
import type { Tenant } from './tenancy'

/** The greatest id that a table may have. */
const MAX_ID = 2_147_483_647

/** A whole number that may be an id, also written as text; none for anything else. */
export function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : undefined
}

/**
 * True when the value names a record of that resource which the caller reaches; nobody deletes it before the transaction ends.
 * Devices are named by their IMEI.
 */
export async function isReferable(tenant: Tenant, resource: string, value: unknown): Promise<boolean> {
  if (resource === 'devices') {
    const device = tenant.devices().where('devices.id', '=', String(value)).select('devices.id')
    return (await device.forKeyShare().executeTakeFirst()) !== undefined
  }
  const id = asId(value)
  return id !== undefined && (await isThere(tenant, resource, id))
}

async function isThere(tenant: Tenant, resource: string, id: number): Promise<boolean> {
  const query = Object.hasOwn(OWNED, resource)
    ? OWNED[resource]!(tenant, id)
    : recordRows(tenant, resource).where('row.id', '=', id).select('row.id').forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}

type Query = { executeTakeFirst(): Promise<{ id: number } | undefined> }

/** Resources that speak the calls of the product. */
const OWNED: Readonly<Record<string, (tenant: Tenant, id: number) => Query>> = {
  vendors: (tenant, id) => tenant.vendors().where('vendors.id', '=', id).select('vendors.id').forKeyShare(),
  clients: (tenant, id) => tenant.clients().where('clients.id', '=', id).select('clients.id').forKeyShare(),
  batches: (tenant, id) => tenant.batches().where('batches.id', '=', id).select('batches.id').forKeyShare(),
  orders: (tenant, id) => tenant.orders().where('orders.id', '=', id).select('orders.id').forKeyShare(),
}

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
