/** Whether devices have secrets. The secrets themselves are stored as hashes. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { countRows } from '../counts'
import type { Db } from '../database'
import type { Tables } from '../schema'

/** Since when the device has its secret, and until when an earlier one is good beside it. */
export async function secretStatus(
  db: Db,
  imei: string,
  now: Date,
): Promise<{ issued: Date | undefined; oldUntil: Date | undefined }> {
  const rows = await db
    .selectFrom('device_secrets')
    .select(['created', 'expires'])
    .where('device_id', '=', imei)
    .orderBy('expires', 'desc')
    .execute()
  const old = rows.find(({ expires }) => expires && expires > now)
  return {
    issued: rows.find(({ expires }) => expires === null)?.created,
    oldUntil: old?.expires ?? undefined,
  }
}

/** How many of these devices have a secret in force. */
export const countSecretsOf = (devices: SelectQueryBuilder<Tables, 'devices', unknown>): Promise<number> =>
  countRows(
    devices.where(
      sql<boolean>`exists (select 1 from device_secrets s where s.device_id = devices.id and s.expires is null)`,
    ),
  )
