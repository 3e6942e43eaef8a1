/**
 * The demo's devices that are simulated, and their secrets. Those that it showed online at first are played by its
 * server; the others have a secret once `npm run simulate` has asked for them.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../store/database'
import { hashOfSecret } from '../store/gateway/secrets'
import { insertMany } from '../store/insertMany'
import type { SimulatedDevice } from './simulator'

/** The setting from which their secrets follow, made up for each installation. */
const SEED = 'demoDeviceSeed'

/**
 * Issues the secrets of the devices that are online, once. A database that was filled before devices had secrets gets
 * them as well.
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
    await insertSecrets(tx, devices, id => demoSecretOf(seed, id))
  })
}

/**
 * The devices that the demo's server plays: their demo secret is still valid. One that was issued another secret is not
 * simulated.
 */
export async function demoDevices(db: Db): Promise<SimulatedDevice[]> {
  return (await playable(db)).played
}

/**
 * The devices that may be simulated, first those that the demo's server plays. As long as there are fewer than are
 * asked for, devices that have no secret at all are given one.
 *
 * @param db of a demo
 * @param most all of them without it
 */
export async function lendableDevices(db: Db, most = Number.POSITIVE_INFINITY): Promise<SimulatedDevice[]> {
  await issueDemoSecrets(db)
  const { seed, ...known } = await playable(db)
  const missing = most - known.played.length - known.further.length
  if (missing > 0)
    await inTransaction(db, async tx => {
      const others = await tx
        .selectFrom('devices')
        .leftJoin('device_secrets', 'device_id', 'id')
        .select('id')
        .where('device_id', 'is', null)
        .orderBy('id')
        .$if(Number.isFinite(missing), query => query.limit(missing))
        .execute()
      await insertSecrets(tx, others, id => furtherSecretOf(seed, id))
    })
  const { played, further } = missing > 0 ? await playable(db) : known
  return [...played, ...further].slice(0, most)
}

/** By the secret that they have, each kind in the order of the IMEI. */
async function playable(
  db: Db,
): Promise<{ seed: string; played: SimulatedDevice[]; further: SimulatedDevice[] }> {
  const setting = await db
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('seed'))
    .where('key', '=', SEED)
    .executeTakeFirst()
  if (!setting) return { seed: '', played: [], further: [] }
  const { seed } = setting
  const rows = await db
    .selectFrom('device_secrets')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['device_id', 'hash', 'modem_rsrp', 'modem_band'])
    .where('device_secrets.expires', 'is', null)
    .orderBy('device_id')
    .execute()
  const having = (secretOf: (seed: string, imei: string) => string) =>
    rows.flatMap(({ device_id: imei, hash, modem_rsrp: rsrp, modem_band: band }) => {
      const secret = secretOf(seed, imei)
      if (hashOfSecret(imei, secret) !== hash) return []
      return [{ imei, secret, ...(rsrp < 0 ? { signal: { rsrp, band } } : {}) }]
    })
  return { seed, played: having(demoSecretOf), further: having(furtherSecretOf) }
}

async function insertSecrets(
  tx: Db,
  devices: readonly { id: string }[],
  secretOf: (imei: string) => string,
): Promise<void> {
  const rows = devices.map(({ id }) => ({ device_id: id, hash: hashOfSecret(id, secretOf(id)) }))
  if (rows.length > 0) await insertMany(tx, 'device_secrets', ['device_id', 'hash'], rows)
}

const demoSecretOf = (seed: string, imei: string) =>
  createHmac('sha256', seed).update(imei).digest('base64url')

/** Another one, by which those that the server does not play are known. */
const furtherSecretOf = (seed: string, imei: string) => demoSecretOf(seed, `further ${imei}`)
