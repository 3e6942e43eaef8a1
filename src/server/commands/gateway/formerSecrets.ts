/**
 * When a device moves to another vendor, its secrets end (security 61). The trigger `end_former_secrets` reads the
 * setting written here: it deletes the secrets, or marks them as former and sets their latest end. `storeFirstUses`
 * deletes former secrets when the device uses a new one.
 */
import { sql } from 'kysely'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import { type Db, inTransaction } from '../../store/database'

const DAY = 86_400_000

/**
 * This transaction moves devices to another vendor. Chooses when their old secrets end: now, or when the device first
 * uses a new one, at the latest after `afterMoveDays`. The default is `firstUse`, since the console does not ask every
 * user who moves a device.
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

/**
 * Stores the first use of secrets. A secret of a former vendor has the id of that vendor in `former`. If a device first
 * uses a secret that is not former, its former secrets end, and all that are older than the used one.
 */
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
