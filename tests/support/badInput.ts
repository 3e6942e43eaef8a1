/**
 * What devices do wrong, each case the same at every broker (security 62, 64): refused at the door, the connection
 * ended, or ignored. Each is tried beside a device that does nothing wrong and must not notice.
 */
import { expect } from 'vitest'
import { orderTopic, upTopic } from '../../src/contract/deviceMessages'
import { expireTargets } from '../../src/server/commands/orders/moveTargets'
import type { Gateway } from '../../src/server/gateway'
import type { Fault } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import { ordersByHalves } from './crash'
import {
  addDevices,
  addOrder,
  becomes,
  type Connecting,
  cancelOrder,
  giveSecret,
  isOnline,
  type TestDevice,
  targetOf,
} from './gateway'

/** `own name`: let in under the name that it may have, whatever it said. */
export type Outcome = 'refused' | 'ended' | 'ignored' | 'own name'

const imeiEndingWith = (end: string) => `3581260970${end}`
export const WRONGDOER = imeiEndingWith('00017')
const BYSTANDER = imeiEndingWith('00117')
const UNKNOWN = imeiEndingWith('00217')
/** Devices that may not stay connected. */
const WITHDRAWN = [
  imeiEndingWith('00301'),
  imeiEndingWith('00302'),
  imeiEndingWith('00303'),
  imeiEndingWith('00304'),
] as const
export const ALL_IMEIS = [WRONGDOER, BYSTANDER, UNKNOWN, ...WITHDRAWN]

/** Little enough for a test's flood. */
export const BAD_INPUT_SETTINGS = { deviceMessages: 10 }

export interface BrokerWorld {
  db: Db
  gateway: Gateway
  /** What its log warned of. */
  warned: string[]
  /** Connects as devices do at this broker. */
  connect(imei: string, options?: Connecting): Promise<TestDevice>
  /** With what proves another, or nobody. */
  connectWrongly(imei: string): Promise<TestDevice>
  /** What it does in each case. */
  outcomes: Record<BadInput, Outcome>
}

export const logInto = (warned: string[]) => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (_details: object, message: string) => void warned.push(message),
})

/** Two seconds. */
const OVERLAP_HOURS = 2 / 3600

const beside = new WeakMap<BrokerWorld, { device: TestDevice; closed: number; said: number }>()

/** The registered devices, and the one that does nothing wrong. */
export async function prepareBadInput(db: Db): Promise<void> {
  await addDevices(
    db,
    ALL_IMEIS.filter(imei => imei !== UNKNOWN),
  )
}

/** The device beside it; the same one for all cases. */
async function bystanderOf(world: BrokerWorld) {
  const known = beside.get(world)
  if (known) return known
  const device = await world.connect(BYSTANDER)
  device.answer()
  const bystander = { device, closed: 0, said: 0 }
  device.client.on('close', () => bystander.closed++)
  beside.set(world, bystander)
  await becomes(() => isOnline(world.db, BYSTANDER), true)
  return bystander
}

/** Does it. @returns what came of it */
export async function doWrong(world: BrokerWorld, name: BadInput): Promise<Outcome> {
  await bystanderOf(world)
  return CASES[name](world)
}

/** It is connected as it was, and what it says is heard. */
export async function expectUndisturbed(world: BrokerWorld): Promise<void> {
  const bystander = await bystanderOf(world)
  bystander.said++
  await bystander.device.say('telemetry', { version: `heard ${bystander.said}` })
  const version = async () =>
    (
      await world.db
        .selectFrom('devices')
        .select('version')
        .where('id', '=', BYSTANDER)
        .executeTakeFirstOrThrow()
    ).version
  await becomes(version, `heard ${bystander.said}`)
  expect([bystander.closed, await isOnline(world.db, BYSTANDER)]).toEqual([0, true])
}

/** Its next order comes once, and is the only one that came. */
export async function expectServed(world: BrokerWorld): Promise<void> {
  const { device } = await bystanderOf(world)
  const order = await addOrder(world.db, [BYSTANDER])
  await becomes(() => targetOf(world.db, order, BYSTANDER), 'success')
  expect(device.orders.map(({ id }) => id)).toEqual([order])
}

/** All that was counted is one line of the log, and not before its minute is over. */
export function expectOneLine({ gateway, warned }: BrokerWorld, faults: readonly Fault[]): void {
  const lines = () => warned.filter(line => line.includes('refused or ignored'))
  expect(lines()).toEqual([])
  expect(faults.filter(fault => gateway.tally.of(fault) === 0)).toEqual([])
  gateway.tally.flush()
  expect(lines()).toHaveLength(1)
}

/**
 * Devices whose secret ends, now or after an overlap, that change hands or are removed lose their connection, and count
 * as gone.
 */
export async function expectWithdrawn(world: BrokerWorld): Promise<void> {
  const { db } = world
  const devices = await Promise.all(WITHDRAWN.map(imei => world.connect(imei)))
  const [changed, moved, removed, ending] = WITHDRAWN
  const online = (imeis: readonly string[]) => Promise.all(imeis.map(imei => isOnline(db, imei)))
  await becomes(() => online(WITHDRAWN), [true, true, true, true])
  await giveSecret(db, changed, 0)
  await giveSecret(db, ending, OVERLAP_HOURS)
  await db.insertInto('vendors').values({ id: 7, name: '한빛' }).execute()
  await db.updateTable('devices').set({ vendor_id: 7 }).where('id', '=', moved).execute()
  // A new session is no new connection.
  await devices[1]!.say('presence', { online: true, session: 'another' })
  await db.deleteFrom('devices').where('id', '=', removed).execute()
  await becomes(() => devices.filter(({ client }) => client.connected).length, 0, 10_000)
  await becomes(() => online([changed, moved, ending]), [false, false, false])
  // With what proves it, which is its own as before.
  await (await world.connect(moved)).leave()
}

/** A connection on which something is done: it is ended, or stays and nothing comes of it. */
async function onConnection(
  { connect, db }: BrokerWorld,
  act: (device: TestDevice) => unknown,
  settled: (device: TestDevice) => Promise<unknown>,
): Promise<Outcome> {
  const device = await connect(WRONGDOER)
  await becomes(() => isOnline(db, WRONGDOER), true)
  const ended = new Promise<Outcome>(resolve => device.client.once('close', () => resolve('ended')))
  await act(device)
  const outcome = await Promise.race([
    ended,
    // Whatever it did is over when its next words were heard.
    settled(device).then(
      () => 'ignored' as const,
      () => ended,
    ),
  ])
  if (outcome === 'ignored') await device.leave()
  else await becomes(() => isOnline(db, WRONGDOER), false)
  return outcome
}

let heard = 0
/** When the device's next words were heard. */
const heardAgain =
  ({ db }: BrokerWorld) =>
  async (device: TestDevice) => {
    const version = `after ${++heard}`
    await device.say('telemetry', { version })
    await becomes(
      () => db.selectFrom('devices').select('version').where('id', '=', WRONGDOER).executeTakeFirstOrThrow(),
      { version },
    )
  }

const refusedOr = (connecting: Promise<TestDevice>, otherwise: (device: TestDevice) => Promise<Outcome>) =>
  connecting.then(otherwise, () => 'refused' as const)

const NO_JSON = ['', 'no json', '[]', 'null', '"text"']
const WRONG_TELEMETRY = [
  '{"rsrp":"-80"}',
  '{"rsrp":5}',
  '{"apn":"\\u0000"}',
  '{"apn":"\\ud800"}',
  `{"apn":"${'x'.repeat(5000)}"}`,
  '{"position":{"lat":91,"lon":0}}',
]
const WRONG_RESULTS = ['{"id":1e300,"outcome":"success"}', '{"id":1,"outcome":"maybe"}']

const publishes = (topic: string, payload: string) => (world: BrokerWorld) =>
  onConnection(
    world,
    device => void device.client.publishAsync(topic, payload, { qos: 1 }).catch(() => undefined),
    heardAgain(world),
  )

const YEAR_MS = 365 * 86_400_000
const HOUR_MS = 3_600_000

/** Whatever times it sends, those of the server are stored. */
const clockAt = (offMs: number) => async (world: BrokerWorld) => {
  const at = new Date(Date.now() + offMs).toISOString()
  const outcome = await onConnection(
    world,
    device => device.say('telemetry', { rsrp: -66, at, time: at, linked: at }),
    heardAgain(world),
  )
  const { linked } = await world.db
    .selectFrom('devices')
    .select('linked')
    .where('id', '=', WRONGDOER)
    .executeTakeFirstOrThrow()
  const signals = await world.db
    .selectFrom('device_signals')
    .select('at')
    .where('device_id', '=', WRONGDOER)
    .execute()
  const times = [linked!, ...signals.map(signal => signal.at)]
  expect(times.length).toBeGreaterThan(1)
  expect(times.filter(time => Math.abs(new Date(time).getTime() - Date.now()) > HOUR_MS)).toEqual([])
  return outcome
}

const CASES = {
  'a wrong secret or certificate': ({ connectWrongly }: BrokerWorld) =>
    refusedOr(connectWrongly(WRONGDOER), async () => 'ignored'),

  'an unknown IMEI': ({ connect, gateway }: BrokerWorld) =>
    refusedOr(connect(UNKNOWN), async ({ client }) => {
      await becomes(() => client.connected, false)
      expect(gateway.tally.of('device unknown')).toBeGreaterThan(0)
      return 'ended'
    }),

  'the client id of another': ({ connect }: BrokerWorld) =>
    refusedOr(connect(WRONGDOER, { clientId: BYSTANDER }), async device => {
      await device.leave()
      return 'own name'
    }),

  // Exactly what would close the other.
  'presence in the name of another': async (world: BrokerWorld) => {
    const { device } = await bystanderOf(world)
    const gone = JSON.stringify({ online: false, session: device.session })
    return publishes(upTopic(BYSTANDER, 'presence'), gone)(world)
  },

  'an order to another': publishes(
    orderTopic(BYSTANDER),
    '{"id":1,"code":"reboot","value":"","expires":null}',
  ),

  'a subscription with wildcards': async (world: BrokerWorld) => {
    const got: string[] = []
    const outcome = await onConnection(
      world,
      device => {
        device.client.on('message', topic => got.push(topic))
        for (const filter of ['#', 'fleet/v1/+/+/down/order', 'fleet/v1/+/+/up/+'])
          device.client.subscribe(filter, { qos: 1 }, () => undefined)
      },
      heardAgain(world),
    )
    expect(got.filter(topic => !topic.includes(WRONGDOER) && !topic.includes('/all/'))).toEqual([])
    return outcome
  },

  'a payload of a megabyte': publishes(upTopic(WRONGDOER, 'telemetry'), 'x'.repeat(1_000_000)),

  'JSON of the wrong shape': (world: BrokerWorld) =>
    onConnection(
      world,
      async ({ client }) => {
        for (const text of [...NO_JSON, ...WRONG_TELEMETRY])
          await client.publishAsync(upTopic(WRONGDOER, 'telemetry'), text, { qos: 1 })
        for (const text of WRONG_RESULTS)
          await client.publishAsync(upTopic(WRONGDOER, 'result'), text, { qos: 1 })
      },
      async device => {
        await heardAgain(world)(device)
        const counted = NO_JSON.length + WRONG_TELEMETRY.length + WRONG_RESULTS.length
        await becomes(() => world.gateway.tally.of('payload not understood'), counted)
      },
    ),

  'results that nobody waits for': async (world: BrokerWorld) => {
    const { db, gateway } = world
    const foreign = await addOrder(db, [UNWATCHED])
    const planned = await addOrder(db, [WRONGDOER], { started: new Date(Date.now() + 60_000) })
    const expired = await addOrder(db, [WRONGDOER], { expired: new Date(Date.now() - 1) })
    await expireTargets(db, new Date())
    const cancelled = await addOrder(db, [WRONGDOER], { started: new Date(Date.now() + 60_000) })
    await cancelOrder(db, cancelled)
    const orders = [foreign, planned, expired, cancelled, 999_999_999]
    const before = gateway.tally.of('result not awaited')
    const outcome = await onConnection(
      world,
      async device => {
        for (const id of orders) await device.say('result', { id, outcome: 'failure', reason: 'made up' })
      },
      async () => becomes(() => gateway.tally.of('result not awaited') - before, orders.length),
    )
    expect([
      await targetOf(db, foreign, UNWATCHED),
      await targetOf(db, planned, WRONGDOER),
      await targetOf(db, expired, WRONGDOER),
      await targetOf(db, cancelled, WRONGDOER),
    ]).toEqual(['waiting', 'waiting', 'failure: expired', 'failure: cancelled'])
    expect(await ordersByHalves(db)).toEqual([])
    return outcome
  },

  'a clock ten years ahead': clockAt(10 * YEAR_MS),
  'a clock ten years back': clockAt(-10 * YEAR_MS),

  'a flood': (world: BrokerWorld) =>
    onConnection(
      world,
      ({ client }) => {
        for (let nth = 0; nth < 30 * BAD_INPUT_SETTINGS.deviceMessages; nth++)
          client.publish(upTopic(WRONGDOER, 'telemetry'), '{"rsrp":-70}', { qos: 0 })
      },
      // It does not get to the next word.
      () => new Promise(() => undefined),
    ),
} as const satisfies Record<string, (world: BrokerWorld) => Promise<Outcome>>

/** Registered, and not connected. */
const UNWATCHED = WITHDRAWN[0]

export type BadInput = keyof typeof CASES
export const BAD_INPUT = Object.keys(CASES) as BadInput[]
