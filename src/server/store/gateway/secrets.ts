/** Secrets by which devices prove who they are (security 61). */
import { createHash } from 'node:crypto'
import type { Db } from '../database'

/** What is kept of a secret. It is long and random, or bounded below where people choose it: no slow hash is needed. */
export function hashOfSecret(imei: string, secret: string): string {
  return createHash('sha256').update(`${imei}:${secret}`).digest('base64url')
}

/** What devices may prove themselves with now, and whose they are. */
export interface DeviceAccess {
  hashes: string[]
  /** Vendor and client: a device that changes hands loses its connections. */
  owner: string
}

/** For many devices at once; one that is not registered is missing. */
export async function accessOf(
  db: Db,
  imeis: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DeviceAccess>> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_secrets', join =>
      join
        .onRef('device_secrets.device_id', '=', 'devices.id')
        .on(({ eb, or }) =>
          or([eb('device_secrets.expires', 'is', null), eb('device_secrets.expires', '>', now)]),
        ),
    )
    .where(({ eb, fn, val }) => eb('devices.id', '=', fn.any(val(imeis))))
    .select(['devices.id', 'device_secrets.hash', 'devices.vendor_id', 'devices.client_id'])
    .execute()
  const access = new Map<string, DeviceAccess>()
  for (const { id, hash, vendor_id, client_id } of rows) {
    const known = access.get(id) ?? { hashes: [], owner: `${vendor_id} ${client_id}` }
    if (hash !== null) known.hashes.push(hash)
    access.set(id, known)
  }
  return access
}
