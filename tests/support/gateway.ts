/** A gateway with the broker within it, and devices with real MQTT connections. */
import { vi } from 'vitest'
import type { ServerSettings } from '../../src/engine/compiled'
import type { Caller } from '../../src/server/caller'
import { issueSecret } from '../../src/server/commands/gateway/deviceSecrets'
import { cancelTargets } from '../../src/server/commands/orders/moveTargets'
import { type Gateway, type GatewayOptions, startGateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { accessOf, hashOfSecret } from '../../src/server/store/gateway/secrets'
import { tenantOf } from '../../src/server/store/tenancy'
import { afterFile } from './afterFile'
import { packageConfig, testConfig } from './config'
import { type Connecting, connectDevice as connect, SECRET, type TestDevice } from './mqttDevice'

export { type Connecting, SECRET, type TestDevice } from './mqttDevice'

/** Times that a test can wait for. */
const QUICK: Partial<ServerSettings['gateway']> = { leaseSeconds: 2, helloSeconds: 1, againSeconds: 1 }

export const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined }

interface Options extends Partial<Omit<GatewayOptions, 'db' | 'config'>> {
  settings?: Partial<ServerSettings['gateway']>
}

/** Stopped after the file. */
export async function testGateway(db: Db, { settings, ...options }: Options = {}): Promise<Gateway> {
  const config = testConfig(({ server }) => Object.assign(server.gateway, QUICK, settings))
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

/** Registered devices of vendor 0, each with the secret. */
export async function addDevices(db: Db, imeis: readonly string[]): Promise<void> {
  await db
    .insertInto('models')
    .values({ id: 1, name: 'FT-100' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('devices')
    .values(imeis.map(id => ({ id, isdn: `010${id.slice(-8)}`, model_id: 1 })))
    .execute()
  await db
    .insertInto('device_secrets')
    .values(imeis.map(id => ({ device_id: id, hash: hashOfSecret(id, SECRET) })))
    .execute()
}

/** Gives a device a new secret, as a master does; what it has stays good for so long. @returns the new one */
export async function giveSecret(db: Db, imei: string, overlapHours: number): Promise<string> {
  const levels = packageConfig().shared.levels.numbers
  const caller: Caller = {
    id: 1,
    level: levels.master,
    levels,
    vendor: 0,
    name: 'a',
    email: 'a@example.com',
    session: 'a',
    origin: '',
    request: '',
  }
  // Within a transaction nobody asks for the account.
  const { secret } = await db
    .transaction()
    .execute(tx => issueSecret(tx, caller, imei, { overlapHours, now: new Date() }))
  return secret
}

/** A registered order, as `registerOrder` leaves it. */
export async function addOrder(
  db: Db,
  imeis: readonly string[],
  order: {
    started?: Date
    held_until?: Date
    expired?: Date
    data?: string
    data_lines?: string
    secret?: boolean
  } = {},
): Promise<number> {
  return db.transaction().execute(async tx => {
    const { id } = await tx
      .insertInto('orders')
      .values({
        sender_name: 'a',
        code: 'reboot',
        caption: 'reboot',
        theme: 'device',
        created: new Date(Date.now() - 1000),
        waiting: imeis.length,
        ...order,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_targets')
      .values(imeis.map(device_id => ({ order_id: id, device_id, number: '01012345678' })))
      .execute()
    return id
  })
}

/** Takes it back from the devices that it has not reached, as a master. */
export async function cancelOrder(db: Db, order: number): Promise<void> {
  const levels = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }
  const master = { id: 1, level: levels.master, vendor: 0, levels }
  await db.transaction().execute(tx => cancelTargets(tx, tenantOf(tx, master), order, new Date()))
}

/** As `mqttDevice` has it; gone after the file. */
export async function connectDevice(
  to: number | string,
  imei: string,
  options: Connecting = {},
): Promise<TestDevice> {
  const device = await connect(to, imei, options)
  afterFile(() => device.client.endAsync(true))
  return device
}

/**
 * Waits for what becomes so, and gives it. @param within what the product promises, in ms; else only what hangs is
 * ended
 */
export const becomes = <Value>(look: () => Promise<Value> | Value, expected: Value, within = 60_000) =>
  vi.waitFor(
    async () => {
      const value = await look()
      if (JSON.stringify(value) !== JSON.stringify(expected))
        throw new Error(`${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`)
      return value
    },
    { timeout: within, interval: 20 },
  )

/** Status and reason of a target. */
export async function targetOf(db: Db, order: number, imei: string) {
  const { status, reason } = await db
    .selectFrom('order_targets')
    .select(['status', 'reason'])
    .where('order_id', '=', order)
    .where('device_id', '=', imei)
    .executeTakeFirstOrThrow()
  return reason === null ? status : `${status}: ${reason}`
}

export async function isOnline(db: Db, imei: string): Promise<boolean> {
  const { online } = await db
    .selectFrom('devices')
    .select('online')
    .where('id', '=', imei)
    .executeTakeFirstOrThrow()
  return online
}

/** Whether the secret is the device's own and still good. */
export async function isSecretOf(db: Db, imei: string, secret: string, now: Date): Promise<boolean> {
  const known = await accessOf(db, [imei], now)
  return known.get(imei)?.hashes.includes(hashOfSecret(imei, secret)) ?? false
}
