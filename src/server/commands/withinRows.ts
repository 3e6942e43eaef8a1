/**
 * The row that is written must lie within the row rules of the caller's role afterwards: a caller neither moves a
 * record out of their own sight nor makes one there.
 */
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../refusal'
import { countRows } from '../store/counts'
import type { Tenant } from '../store/tenancy'

/** The refusal of a record that is out of the rows of a role. */
export const outsideRows = () => new Refusal(422, 'role.outside')

/** A query of ids, or ids. */
type Ids = RawBuilder<unknown> | readonly string[]

/**
 * Asked in the transaction, once devices are written.
 *
 * @param devices that were written
 * @param count how many these are
 * @throws Refusal 422 where one of them is out of the rows of the caller's role
 */
export async function refuseDevicesOutside(tenant: Tenant, devices: Ids, count: number): Promise<void> {
  if (!tenant.hasRules('devices') || count === 0) return
  const ids = Array.isArray(devices) ? sql`select unnest(${[...(devices as string[])]}::text[])` : devices
  const within = await countRows(
    tenant.devices().where(sql<boolean>`devices.id in (${ids as RawBuilder<unknown>})`),
  )
  if (within < count) throw outsideRows()
}
