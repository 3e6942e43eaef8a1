/** Reads what the gateway last did not understand of the messages of a device. */
import type { Misunderstood } from '../../../contract/deviceMessages'
import type { Tenant } from '../tenancy'

export async function lastMisunderstood(tenant: Tenant, imei: string): Promise<Misunderstood | null> {
  const row = await tenant
    .misunderstood()
    .select(['at', 'kind', 'reason', 'fields'])
    .where('device_id', '=', imei)
    .executeTakeFirst()
  return row ? { ...row, at: row.at.toISOString() } : null
}
