/** The secrets of devices that move to another vendor (security 61); the trigger `end_former_secrets` ends them. */
import { sql } from 'kysely'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import { type Db, inTransaction } from '../../store/database'

const DAY = 86_400_000

/**
 * Chooses when the secrets of all devices that this transaction moves end: now, or when the device first uses a new
 * one, at the latest after some days. The default is `firstUse`, since the console does not ask every user who moves a
 * device.
 */
export async function chooseFormerSecrets(
  tx: Db,
  choice: FormerSecrets | undefined,
  { afterMoveDays, now }: { afterMoveDays: number; now: Date },
): Promise<void> {
  const latest = new Date(now.getTime() + afterMoveDays * DAY).toISOString()
  await sql`select set_config('fleet.former_secrets', ${choice === 'now' ? 'now' : latest}, true)`.execute(tx)
}

export interface SecretUse {
  imei: string
  hash: string
}

/** Stores the first use of secrets. If the device has secrets of a former vendor, its older secrets end. */
export function storeFirstUses(db: Db, uses: readonly SecretUse[], now: Date): Promise<void> {
  return inTransaction(db, async tx => {
    await sql`
      with used as (
        update device_secrets s set used = ${now}
        from json_to_recordset(${JSON.stringify(uses)}::json) as u (imei text, hash text)
        where s.device_id = u.imei and s.hash = u.hash and s.used is null
        returning s.device_id, s.hash, s.created, s.former
      )
      delete from device_secrets s using used u
      where u.former is null and s.device_id = u.device_id and s.hash <> u.hash
        and (s.former is not null or s.created <= u.created)
        and exists (select from device_secrets f where f.device_id = u.device_id and f.former is not null)`.execute(
      tx,
    )
  })
}
