/** Checks that written records meet the row rules of the caller's role: a save must not make a record invisible. */
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../refusal'
import { countRows } from '../store/counts'
import type { Tenant } from '../store/tenancy'

/** The error for a record outside the row rules. */
export const outsideRows = () => new Refusal(422, 'role.outside')

/** A query of ids, or ids. */
type Ids = RawBuilder<unknown> | readonly string[]

/**
 * Call it in the same transaction, after writing the devices.
 *
 * @param count the number of written devices
 * @throws Refusal 422 if one of them does not meet the row rules of the caller's role
 */
export async function refuseDevicesOutside(tenant: Tenant, devices: Ids, count: number): Promise<void> {
  if (!tenant.hasRules('devices') || count === 0) return
  const ids = Array.isArray(devices) ? sql`select unnest(${[...(devices as string[])]}::text[])` : devices
  const inScope = await countRows(
    tenant.devices().where(sql<boolean>`devices.id in (${ids as RawBuilder<unknown>})`),
  )
  if (inScope < count) throw outsideRows()
}
