/**
 * A server for real device connections: the demo fleet is offline, and three devices of a separate batch may connect.
 */
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/store/database'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { freePort } from '../../src/tools/services/site'
import { SECRET } from './mqttDevice'
import { type Stoppable, startStoppable } from './outage'

/** A batch of the demo's vendor. */
export const LIVE_BATCH = '실시간 여정'
export const LIVE_DEVICES = ['358126090000017', '358126090000025', '358126090000033'] as const

export const numberOf = (imei: string) => `0109${imei.slice(-7)}`

export interface LiveSite extends Stoppable {
  /** The port for devices. */
  mqttPort: number
}

export async function startLiveSite(): Promise<LiveSite> {
  const mqttPort = await freePort()
  // No simulator: the tests connect the devices.
  const env = { MQTT_PORT: String(mqttPort), FLEET_DEMO: '0' }
  return { ...(await startStoppable({ env, fill })), mqttPort }
}

async function fill(folder: string): Promise<void> {
  const db = await openDatabase({ folder })
  try {
    await sql`update devices set online = false, closed = now() where online`.execute(db)
    const accounts = db.selectFrom('clients').where('email', '=', 'vendor@demo.local')
    const { vendor } = await accounts.select('vendor_id as vendor').executeTakeFirstOrThrow()
    const models = db.selectFrom('models').where('name', '=', 'FT-100')
    const { model } = await models.select('id as model').executeTakeFirstOrThrow()
    const { id: batch } = await db
      .insertInto('batches')
      .values({ name: LIVE_BATCH, comment: '', model_id: model, vendor_id: vendor })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const id of LIVE_DEVICES) {
      const device = { id, isdn: numberOf(id), model_id: model, batch_id: batch, vendor_id: vendor }
      await db.insertInto('devices').values(device).execute()
      const secret = { device_id: id, hash: hashOfSecret(id, SECRET) }
      await db.insertInto('device_secrets').values(secret).execute()
    }
  } finally {
    await db.destroy()
  }
}
