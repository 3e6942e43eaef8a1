/** A gateway in the test process, devices with real MQTT connections, and rows that they need. */
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { ServerSettings } from '../../src/engine/compiled'
import { issueSecret } from '../../src/server/commands/gateway/deviceSecrets'
import { cancelTargets } from '../../src/server/commands/orders/moveTargets'
import { type Gateway, type GatewayOptions, startGateway } from '../../src/server/gateway'
import type { Login } from '../../src/server/gateway/deviceLogins'
import { type EmbeddedBroker, openEmbeddedBroker } from '../../src/server/gateway/embeddedBroker'
import type { LinkEvents } from '../../src/server/gateway/link'
import { Tally } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import { currentAccess, hashOfSecret } from '../../src/server/store/gateway/secrets'
import { tenantOf } from '../../src/server/store/tenancy'
import { afterFile } from './afterFile'
import { packageConfig, testConfig } from './config'
import { type Connecting, connectDevice as connect, SECRET } from './mqttDevice'
import { ownTime } from './ownTime'
import { callers } from './rosterWorld'
import { findRow, insertRow, insertRows } from './rows'

export { type Connecting, connectRaw, SECRET, type TestDevice } from './mqttDevice'

/**
 * Times for a busy machine, where each step may take seconds: meanwhile no lease lapses, no device is closed, and no
 * order is sent again.
 */
const PATIENT: Partial<ServerSettings['gateway']> = { leaseSeconds: 10, helloSeconds: 10, againSeconds: 600 }

export const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined }

interface Options extends Partial<Omit<GatewayOptions, 'db' | 'config'>> {
  settings?: Partial<ServerSettings['gateway']>
}

/** A gateway with the built-in broker, unless the options name another. Stopped after the file. */
export async function testGateway(db: Db, { settings, ...options }: Options = {}): Promise<Gateway> {
  const config = testConfig(({ server }) => Object.assign(server.gateway, PATIENT, settings))
  const gateway = await startGateway({
    db,
    config,
    now: () => new Date(),
    log: silentLog,
    broker: { host: '127.0.0.1', port: 0 },
    ...options,
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= gateway.stop()
    return stopping
  }
  afterFile(stop)
  return { ...gateway, stop }
}

/** The built-in broker alone, with another check of logins. Closed after the file. */
export async function openBroker(
  check: (imei: string) => Promise<Login>,
  { deviceMessages = 100_000, ...events }: Partial<LinkEvents> & { deviceMessages?: number } = {},
): Promise<Pick<EmbeddedBroker, 'port' | 'publish'> & { tally: Tally }> {
  const tally = new Tally(silentLog)
  const nothing = () => undefined
  const broker = await openEmbeddedBroker(
    {
      address: { host: '127.0.0.1', port: 0 },
      logins: { check, findInvalid: async () => [] },
      tally,
      serves: () => true,
      settings: () => ({ ...packageConfig().server.gateway, deviceMessages }),
    },
    { onMessage: nothing, onUp: nothing, onDown: nothing, ...events },
  )
  afterFile(async () => {
    tally.stop()
    await broker.close()
  })
  return { ...broker, tally }
}

/** Registers devices of vendor 0 with `SECRET`. */
export async function addDevices(db: Db, imeis: readonly string[]): Promise<void> {
  await sql`insert into models (id, name) values (1, 'FT-100') on conflict (id) do nothing`.execute(db)
  const devices = imeis.map(id => ({ id, isdn: `010${id.slice(-8)}`, model_id: 1 }))
  await insertRows(db, 'devices', devices)
  const secrets = imeis.map(id => ({ device_id: id, hash: hashOfSecret(id, SECRET) }))
  await insertRows(db, 'device_secrets', secrets)
}

/** Issues a new secret, as a master does. @param overlapHours how long the old secrets stay valid */
export async function giveSecret(db: Db, imei: string, overlapHours: number): Promise<void> {
  const settings = { overlapHours, now: new Date() }
  await db.transaction().execute(tx => issueSecret(tx, callers.master, imei, settings))
}

/** An order with its targets, as `registerOrder` stores it. */
export async function addOrder(
  db: Db,
  imeis: readonly string[],
  order: { started?: Date; held_until?: Date; expired?: Date; data?: string } = {},
): Promise<number> {
  return db.transaction().execute(async tx => {
    const command = {
      sender_name: 'a',
      code: 'reboot',
      caption: 'reboot',
      data: 'NOW',
      theme: 'device',
    } as const
    const created = new Date(Date.now() - 1000)
    const id = await insertRow(tx, 'orders', { ...command, created, waiting: imeis.length, ...order })
    const targets = imeis.map(device_id => ({ order_id: id, device_id, number: '01012345678' }))
    await insertRows(tx, 'order_targets', targets)
    return id
  })
}

/** Cancels the targets of an order that were not sent, as a master. */
export async function cancelOrder(db: Db, order: number): Promise<void> {
  await db.transaction().execute(tx => cancelTargets(tx, tenantOf(tx, callers.master), order, new Date()))
}

/** `connectDevice` of `mqttDevice`; disconnected after the file. */
export async function connectDevice(to: number | string, imei: string, more: Connecting = {}) {
  const device = await connect(to, imei, more)
  afterFile(() => device.client.endAsync(true))
  return device
}

/** Polls until the value is as expected, and returns it. @param within what the product promises, in ms of `ownTime` */
export async function becomes<Value>(look: () => Promise<Value> | Value, expected: Value, within?: number) {
  const passed = ownTime()
  // The limit only ends a hanging test.
  const value = await vi.waitFor(
    async () => {
      const value = await look()
      if (JSON.stringify(value) !== JSON.stringify(expected))
        throw new Error(`${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`)
      return value
    },
    { timeout: 120_000, interval: 20 },
  )
  if (within !== undefined && passed() > within) throw new Error(`after ${passed()} ms instead of ${within}`)
  return value
}

/** The status of a target, with the reason of a failure. */
export async function targetOf(db: Db, order: number, imei: string) {
  const target = { order_id: order, device_id: imei }
  const { status, reason } = await findRow(db, 'order_targets', target)
  return reason === null ? status : `${status}: ${reason}`
}

export const isOnline = async (db: Db, imei: string): Promise<boolean> =>
  (await findRow(db, 'devices', { id: imei })).online

/** Whether the device may sign in with this secret. */
export async function isSecretOf(db: Db, imei: string, secret: string, now: Date): Promise<boolean> {
  const known = await currentAccess(db, [imei], now)
  return known.get(imei)?.hashes.includes(hashOfSecret(imei, secret)) ?? false
}
