/** Tells whether devices have secrets; the secrets are stored only as hashes. */
import { sql } from 'kysely'
import { countRows } from '../counts'
import type { Tenant } from '../tenancy'

interface Status {
  /** When the secret of the device was issued; `undefined` without one. */
  issued: Date | undefined
  /** Until when the previous one remains valid. */
  oldUntil: Date | undefined
  /** Set while a secret of a former vendor is valid; without a time, it ends when the device uses a new one. */
  former: { until: Date | null } | undefined
}

export async function secretStatus(tenant: Tenant, imei: string, now: Date): Promise<Status> {
  const rows = await validSecrets(tenant, now)
    .select(['device_secrets.created', 'device_secrets.expires', 'device_secrets.former'])
    .where('device_secrets.device_id', '=', imei)
    .orderBy('device_secrets.expires', 'desc')
    .execute()
  const ofCurrentVendor = rows.filter(({ former }) => former === null)
  const former = rows.find(secret => secret.former !== null)
  return {
    issued: ofCurrentVendor.find(({ expires }) => expires === null)?.created,
    oldUntil: ofCurrentVendor.find(({ expires }) => expires !== null)?.expires ?? undefined,
    former: former && { until: former.expires },
  }
}

const validSecrets = (tenant: Tenant, now: Date) =>
  tenant
    .secrets()
    .where(({ eb, or }) =>
      or([eb('device_secrets.expires', 'is', null), eb('device_secrets.expires', '>', now)]),
    )

/** The number of devices with a secret that a job (`bulk_rows`) gives from one vendor to another. */
export function countMovedSecrets(tenant: Tenant, job: number, now: Date): Promise<number> {
  const moved = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', job)
    .where('devices.vendor_id', '<>', 0)
    .where(sql<boolean>`bulk_rows.after -> 'columns' ? 'vendor'`)
  return countRows(
    moved.where('devices.id', 'in', validSecrets(tenant, now).select('device_secrets.device_id')),
  )
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
