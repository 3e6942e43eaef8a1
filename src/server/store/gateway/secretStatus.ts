/** Tells whether devices have secrets; the secrets are stored only as hashes. */
import { countRows } from '../counts'
import type { Tenant } from '../tenancy'

/** When the secret of a device was issued, and until when its previous one remains valid; `undefined` without one. */
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

/** The number of devices of a batch that have a secret. A replaced secret, which will expire, does not count. */
export function countBatchSecrets(tenant: Tenant, batch: number): Promise<number> {
  const current = tenant
    .secrets()
    .where('devices.batch_id', '=', batch)
    .where('device_secrets.expires', 'is', null)
    .select('device_secrets.device_id')
  return countRows(tenant.devices().where('devices.id', 'in', current))
}
