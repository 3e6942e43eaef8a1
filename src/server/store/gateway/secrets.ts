/** Secrets by which devices prove who they are (security 35). */
import { createHash } from 'node:crypto'
import type { Db } from '../database'

/** What is kept of a secret. It is long and random, or bounded below where people choose it: no slow hash is needed. */
export function hashOfSecret(imei: string, secret: string): string {
  return createHash('sha256').update(`${imei}:${secret}`).digest('base64url')
}

/** Whether the secret is the device's own and still good. */
export async function isSecretOf(db: Db, imei: string, secret: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('device_secrets')
    .select('device_id')
    .where('device_id', '=', imei)
    .where('hash', '=', hashOfSecret(imei, secret))
    .where(({ eb, or }) => or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .executeTakeFirst()
  return found !== undefined
}
