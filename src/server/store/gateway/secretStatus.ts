/** Whether devices have secrets. The secrets themselves are stored as hashes. */
import { countRows } from '../counts'
import type { Tenant } from '../tenancy'

/** Since when the device has its secret, and until when an earlier one is good beside it. */
export async function secretStatus(
  tenant: Tenant,
  imei: string,
  now: Date,
): Promise<{ issued: Date | undefined; oldUntil: Date | undefined }> {
  const rows = await tenant
    .secrets()
    .select(['device_secrets.created', 'device_secrets.expires'])
    .where('device_secrets.device_id', '=', imei)
    .orderBy('device_secrets.expires', 'desc')
    .execute()
  const old = rows.find(({ expires }) => expires && expires > now)
  return {
    issued: rows.find(({ expires }) => expires === null)?.created,
    oldUntil: old?.expires ?? undefined,
  }
}

/** How many devices of the batch have a secret in force. */
export function countBatchSecrets(tenant: Tenant, batch: number): Promise<number> {
  const inForce = tenant
    .secrets()
    .where('devices.batch_id', '=', batch)
    .where('device_secrets.expires', 'is', null)
    .select('device_secrets.device_id')
  return countRows(tenant.devices().where('devices.id', 'in', inForce))
}
