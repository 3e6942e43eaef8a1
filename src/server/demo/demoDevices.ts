/** The demo's devices that are simulated: those that it showed online at first. Only they have a secret. */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../store/database'
import { hashOfSecret } from '../store/gateway/secrets'
import { insertMany } from '../store/insertMany'
import type { SimulatedDevice } from './simulator'

/** The setting from which their secrets follow, made up for each installation. */
const SEED = 'demoDeviceSeed'

/**
 * Issues the secrets of the devices that are online, once. A database that was filled before devices had secrets gets them as well.
 *
 * @param db of a demo
 */
export async function issueDemoSecrets(db: Db): Promise<void> {
  await inTransaction(db, async tx => {
    const seed = randomBytes(32).toString('base64url')
    const { numInsertedOrUpdatedRows: made } = await tx
      .insertInto('settings')
      .values({ key: SEED, value: JSON.stringify(seed) })
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (!made) return
    const devices = await tx.selectFrom('devices').select('id').where('online', '=', true).execute()
    const rows = devices.map(({ id }) => ({ device_id: id, hash: hashOfSecret(id, demoSecretOf(seed, id)) }))
    if (rows.length > 0) await insertMany(tx, 'device_secrets', ['device_id', 'hash'], rows)
  })
}

/** The devices whose demo secret is still valid. A device that was issued another secret is not simulated. */
export async function demoDevices(db: Db): Promise<SimulatedDevice[]> {
  const setting = await db
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('seed'))
    .where('key', '=', SEED)
    .executeTakeFirst()
  if (!setting) return []
  const rows = await db
    .selectFrom('device_secrets')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['device_id', 'hash', 'modem_rsrp', 'modem_band'])
    .where('device_secrets.expires', 'is', null)
    .orderBy('device_id')
    .execute()
  return rows.flatMap(({ device_id: imei, hash, modem_rsrp: rsrp, modem_band: band }) => {
    const secret = demoSecretOf(setting.seed, imei)
    if (hashOfSecret(imei, secret) !== hash) return []
    return [{ imei, secret, ...(rsrp < 0 ? { signal: { rsrp, band } } : {}) }]
  })
}

const demoSecretOf = (seed: string, imei: string) =>
  createHmac('sha256', seed).update(imei).digest('base64url')
