/**
 * The simulated devices of the demo and their secrets. The server simulates the devices that are online in the initial
 * data; others get a secret when `npm run simulate` borrows them.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../store/database'
import { hashOfSecret } from '../store/gateway/secrets'
import { insertMany } from '../store/insertMany'
import type { SimulatedDevice } from './simulator'

/** The setting with the random seed from which the secrets are derived. */
const SEED = 'demoDeviceSeed'

/**
 * Issues secrets for the online devices, unless this database has them already: a version without secrets may have
 * filled it.
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
 * The devices that the server simulates. A device that got a newer secret is no longer simulated.
 */
export async function demoDevices(db: Db): Promise<SimulatedDevice[]> {
  return (await readSimulated(db)).byServer
}

/**
 * The devices that may be simulated, first the devices that the server simulates. If there are fewer than `max`, more
 * devices get a secret.
 *
 * @param db of a demo
 * @param max default: all devices
 */
export async function lendableDevices(db: Db, max = Number.POSITIVE_INFINITY): Promise<SimulatedDevice[]> {
  await issueDemoSecrets(db)
  const { seed, ...simulated } = await readSimulated(db)
  const missing = max - simulated.byServer.length - simulated.byTool.length
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
      await insertSecrets(tx, others, id => toolSecretOf(seed, id))
    })
  const { byServer, byTool } = missing > 0 ? await readSimulated(db) : simulated
  return [...byServer, ...byTool].slice(0, max)
}

/**
 * The devices with a demo secret, ordered by IMEI: `byServer` are simulated by the server, `byTool` only by
 * `npm run simulate`.
 */
async function readSimulated(
  db: Db,
): Promise<{ seed: string; byServer: SimulatedDevice[]; byTool: SimulatedDevice[] }> {
  const setting = await db
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('seed'))
    .where('key', '=', SEED)
    .executeTakeFirst()
  if (!setting) return { seed: '', byServer: [], byTool: [] }
  const { seed } = setting
  const rows = await db
    .selectFrom('device_secrets')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['device_id', 'hash', 'modem_rsrp', 'modem_band'])
    .where('device_secrets.expires', 'is', null)
    .orderBy('device_id')
    .execute()
  const withSecret = (secretOf: (seed: string, imei: string) => string) =>
    rows.flatMap(({ device_id: imei, hash, modem_rsrp: rsrp, modem_band: band }) => {
      const secret = secretOf(seed, imei)
      if (hashOfSecret(imei, secret) !== hash) return []
      return [{ imei, secret, ...(rsrp < 0 ? { signal: { rsrp, band } } : {}) }]
    })
  return { seed, byServer: withSecret(demoSecretOf), byTool: withSecret(toolSecretOf) }
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

/** The secret of a device that the server does not simulate; by it `readSimulated` tells both kinds apart. */
const toolSecretOf = (seed: string, imei: string) => demoSecretOf(seed, `further ${imei}`)
