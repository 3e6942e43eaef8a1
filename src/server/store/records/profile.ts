/** Reads an account for the profile page (§3), with the numbers of devices of its vendor and of the account. */
import { sql } from 'kysely'
import type { ProfileClient } from '../../../contract/clients'
import { normalEmail } from '../../../domain/email'
import { countDevices } from '../counts'
import type { Tenant } from '../tenancy'
import { shownRecord } from './reach'
import { type ClientRow, findRecord } from './sources'
import type { RecordContext } from './visible'

/**
 * Counts the devices of the account's vendor (all if it has none) and of the account, within the caller's scope.
 *
 * @returns `undefined` if the account does not exist or is out of scope
 */
export async function findProfile(
  tenant: Tenant,
  email: string,
  context: RecordContext,
  level: number,
): Promise<ProfileClient | undefined> {
  const account = await tenant
    .clients()
    .where(sql`lower(clients.email)`, '=', normalEmail(email))
    .select('clients.id')
    .executeTakeFirst()
  const row = account && (await findRecord<ClientRow>(tenant, 'clients', account.id))
  if (!row) return undefined
  const { id, vendor_id: vendor, vendor_addr } = row
  const vendorCount = await countDevices(
    vendor === 0 ? tenant.devices() : tenant.devices().where('vendor_id', '=', vendor),
  )
  const clientCount = await countDevices(tenant.devices().where('client_id', '=', id))
  return {
    ...((await shownRecord(tenant, row, context, level)) as ProfileClient),
    vendor_addr,
    vendor_devices: vendorCount.devices,
    vendor_linked: vendorCount.linked,
    client_devices: clientCount.devices,
    client_linked: clientCount.linked,
  }
}
