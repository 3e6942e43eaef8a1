/** A gateway with the broker within it, and devices with real MQTT connections. */
import { randomUUID } from 'node:crypto'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { vi } from 'vitest'
import {
  type DeviceOrder,
  helloTopic,
  orderTopic,
  partOf,
  type UpKind,
  upTopic,
} from '../../src/contract/deviceMessages'
import type { ServerSettings } from '../../src/engine/compiled'
import { type Gateway, type GatewayOptions, startGateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { afterFile } from './afterFile'
import { testConfig } from './config'

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

export const SECRET = 'a secret of this device alone'

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

/** A registered order, as `registerOrder` leaves it. */
export async function addOrder(
  db: Db,
  imeis: readonly string[],
  order: { started?: Date; held_until?: Date; expired?: Date; data?: string; secret?: boolean } = {},
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

export interface TestDevice {
  imei: string
  client: MqttClient
  session: string
  /** Orders in the order of their arrival, each as often as it came. */
  orders: DeviceOrder[]
  say(kind: UpKind, value: unknown): Promise<void>
  /** Answers its orders from now on. */
  answer(outcome?: 'success' | 'failure', reason?: string): void
  /** Says that it is there, as at the beginning and when asked. */
  hello(): Promise<void>
  /** Breaks the connection without a word. */
  drop(): Promise<void>
  leave(): Promise<void>
}

export interface Connecting extends IClientOptions {
  /** Does not answer when it is asked whether it is there. */
  deaf?: boolean
  /** Does not say that it is there. */
  silent?: boolean
}

/** Connects as a device does: subscribes, then says that it is there. */
export async function connectDevice(
  to: number | string,
  imei: string,
  { deaf, silent, ...options }: Connecting = {},
): Promise<TestDevice> {
  const session = randomUUID()
  const client = await connectAsync(typeof to === 'string' ? to : `mqtt://127.0.0.1:${to}`, {
    clientId: imei,
    username: imei,
    password: SECRET,
    reconnectPeriod: 0,
    connectTimeout: 4_000,
    will: {
      topic: upTopic(imei, 'presence'),
      payload: Buffer.from(JSON.stringify({ online: false, session })),
      qos: 1,
      retain: false,
    },
    ...options,
  })
  afterFile(() => client.endAsync(true))
  client.on('error', () => undefined)
  const orders: DeviceOrder[] = []
  let answer: ((order: DeviceOrder) => void) | undefined
  const say: TestDevice['say'] = async (kind, value) => {
    await client.publishAsync(upTopic(imei, kind), JSON.stringify(value), { qos: 1 })
  }
  const hello = () => say('presence', { online: true, session })
  client.on('message', (topic, payload) => {
    if (topic === orderTopic(imei)) {
      const order = JSON.parse(payload.toString()) as DeviceOrder
      orders.push(order)
      answer?.(order)
    } else if (!deaf) void hello().catch(() => undefined)
  })
  await client.subscribeAsync([orderTopic(imei), helloTopic(partOf(imei))], { qos: 1 })
  if (!silent) await hello()
  return {
    ...{ imei, client, session, orders, say, hello },
    answer(outcome = 'success', reason) {
      answer = ({ id }) => void say('result', { id, outcome, ...(reason && { reason }) })
      for (const order of orders) answer(order)
    },
    async drop() {
      client.stream.destroy()
      await client.endAsync(true)
    },
    async leave() {
      await say('presence', { online: false, session })
      await client.endAsync()
    },
  }
}

/** Waits for what becomes so, and gives it. */
export const becomes = <Value>(look: () => Promise<Value> | Value, expected: Value, timeout = 8_000) =>
  vi.waitFor(
    async () => {
      const value = await look()
      if (JSON.stringify(value) !== JSON.stringify(expected))
        throw new Error(`${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`)
      return value
    },
    { timeout, interval: 20 },
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
