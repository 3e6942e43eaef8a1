/** Reads what was wrong with the last message of a device that the gateway did not (fully) understand. */
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
