/**
 * Misbehaving devices, the same cases at every broker (security 62, 64): their connection is refused or ended, or what
 * they send is ignored. A second device that behaves well must not notice.
 */
import { expect, it } from 'vitest'
import { orderTopic, upTopic } from '../../src/contract/deviceMessages'
import type { Gateway } from '../../src/server/gateway'
import type { Fault } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import {
  addDevices,
  addOrder,
  becomes,
  type Connecting,
  giveSecret,
  isOnline,
  type TestDevice,
  targetOf,
} from './gateway'
import { findRow, insertRow, updateRows } from './rows'

/** `own name`: the device is connected, but under its own client id instead of the one that it sent. */
type Outcome = 'refused' | 'ended' | 'ignored' | 'own name'

const imeiEndingWith = (end: string) => `3581260970${end}`
/** The device that misbehaves. */
export const WRONGDOER = imeiEndingWith('00017')
/** The device that behaves well. */
const BYSTANDER = imeiEndingWith('00117')
/** A device that is not registered. */
const UNKNOWN = imeiEndingWith('00217')
/** Devices that lose the right to connect. */
const WITHDRAWN = ['00301', '00302', '00303', '00304'].map(imeiEndingWith)
export const ALL_IMEIS = [WRONGDOER, BYSTANDER, UNKNOWN, ...WITHDRAWN]

/** A limit that a test can exceed. */
export const BAD_INPUT_SETTINGS = { deviceMessages: 10 }

export interface BrokerWorld {
  db: Db
  gateway: Gateway
  /** The warnings that the gateway has logged. */
  warned: string[]
  /** Connects as devices do at this broker. */
  connect(imei: string, options?: Connecting): Promise<TestDevice>
  /** Connects with a wrong secret or certificate. */
  connectWrongly(imei: string): Promise<TestDevice>
}

export const logInto = (warned: string[]) => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (_details: object, message: string) => void warned.push(message),
})

const TWO_SECONDS_IN_HOURS = 2 / 3600

const bystanders = new WeakMap<BrokerWorld, { device: TestDevice; closed: number; sent: number }>()

/**
 * The tests of a broker.
 *
 * @param outcomes what the broker does in each case
 * @param logged faults that the gateway counts
 */
export function itRefusesBadInput(
  world: () => BrokerWorld,
  outcomes: Record<BadInput, Outcome>,
  logged: readonly Fault[],
): void {
  it.each(Object.keys(CASES) as BadInput[])('%s does not affect other devices', async name => {
    await bystanderOf(world())
    expect(await CASES[name](world())).toBe(outcomes[name])
    await expectUndisturbed(world())
  })

  it('logs all faults in one line, and serves the other device', async () => {
    expectOneLine(world(), logged)
    expect(await ordersOfBystander(world())).toHaveLength(1)
  })

  it('disconnects devices that lose their secret, now or after its overlap, change their vendor or are removed', async () => {
    expect(await connectedAfterWithdrawal(world())).toEqual([])
  })
}

/** Registers the devices. */
export async function prepareBadInput(db: Db): Promise<void> {
  const registered = ALL_IMEIS.filter(imei => imei !== UNKNOWN)
  await addDevices(db, registered)
}

/** The device that behaves well, for all cases. */
async function bystanderOf(world: BrokerWorld) {
  const known = bystanders.get(world)
  if (known) return known
  const device = await world.connect(BYSTANDER)
  device.answer()
  const bystander = { device, closed: 0, sent: 0 }
  device.client.on('close', () => bystander.closed++)
  bystanders.set(world, bystander)
  await becomes(() => isOnline(world.db, BYSTANDER), true)
  return bystander
}

/** Expects that the other device is still connected, and that its telemetry arrives. */
async function expectUndisturbed(world: BrokerWorld): Promise<void> {
  const bystander = await bystanderOf(world)
  bystander.sent++
  await bystander.device.say('telemetry', { version: `version ${bystander.sent}` })
  const version = async () => (await findRow(world.db, 'devices', { id: BYSTANDER })).version
  await becomes(version, `version ${bystander.sent}`)
  expect([bystander.closed, await isOnline(world.db, BYSTANDER)]).toEqual([0, true])
}

/** The orders that the other device has received after one was sent to it. */
async function ordersOfBystander(world: BrokerWorld): Promise<unknown[]> {
  const { device } = await bystanderOf(world)
  const order = await addOrder(world.db, [BYSTANDER])
  await becomes(() => targetOf(world.db, order, BYSTANDER), 'success')
  return device.orders
}

/** The gateway logs the faults of a minute in one line, when the minute ends (`flush`). */
function expectOneLine({ gateway, warned }: BrokerWorld, faults: readonly Fault[]): void {
  const lines = () => warned.filter(line => line.includes('refused or ignored'))
  expect(lines()).toEqual([])
  expect(faults.filter(fault => gateway.tally.of(fault) === 0)).toEqual([])
  gateway.tally.flush()
  expect(lines()).toHaveLength(1)
}

/** Takes the right to connect from four devices. @returns those that are still online */
async function connectedAfterWithdrawal({ db, connect }: BrokerWorld): Promise<string[]> {
  const devices = await Promise.all(WITHDRAWN.map(imei => connect(imei)))
  const [changed, moved, removed, ending] = WITHDRAWN as [string, string, string, string]
  const online = (imeis: readonly string[]) => Promise.all(imeis.map(imei => isOnline(db, imei)))
  await becomes(() => online(WITHDRAWN), [true, true, true, true])
  await giveSecret(db, changed, 0)
  await giveSecret(db, ending, TWO_SECONDS_IN_HOURS)
  await insertRow(db, 'vendors', { id: 7, name: '한빛' })
  await updateRows(db, 'devices', { id: moved }, { vendor_id: 7 })
  // Presence with another session does not protect the connection.
  await devices[1]!.say('presence', { online: true, session: 'another' })
  await db.deleteFrom('devices').where('id', '=', removed).execute()
  await becomes(() => devices.filter(({ client }) => client.connected).length, 0, 10_000)
  const registered = [changed, moved, ending]
  await becomes(() => online(registered), [false, false, false])
  // The moved device may connect again, because its secret or certificate is still valid.
  await (await connect(moved)).leave()
  const states = await online(registered)
  return registered.filter((_, at) => states[at])
}

/**
 * Lets the wrongdoer act. @returns `ended` if the broker ends its connection, `ignored` if `settled` resolves before
 */
async function onConnection(
  { connect, db }: BrokerWorld,
  act: (device: TestDevice) => unknown,
  settled: (device: TestDevice) => Promise<unknown>,
): Promise<Outcome> {
  const device = await connect(WRONGDOER)
  await becomes(() => isOnline(db, WRONGDOER), true)
  const ended = new Promise<Outcome>(resolve => device.client.once('close', () => resolve('ended')))
  await act(device)
  const undisturbed = settled(device).then(() => 'ignored' as const)
  const outcome = await Promise.race([ended, undisturbed.catch(() => ended)])
  if (outcome === 'ignored') await device.leave()
  else await becomes(() => isOnline(db, WRONGDOER), false)
  return outcome
}

let count = 0
/** For `onConnection`: waits until the next telemetry of the device has arrived. */
const nextTelemetry =
  ({ db }: BrokerWorld) =>
  async (device: TestDevice) => {
    const version = `after ${++count}`
    await device.say('telemetry', { version })
    await becomes(async () => (await findRow(db, 'devices', { id: WRONGDOER })).version, version)
  }

/** `refused`, or the outcome once the device is connected. */
const refusedOr = (connecting: Promise<TestDevice>, otherwise: (device: TestDevice) => Promise<Outcome>) =>
  connecting.then(otherwise, () => 'refused' as const)

const publishes = (topic: string, payload: string) => (world: BrokerWorld) =>
  onConnection(
    world,
    device => void device.client.publishAsync(topic, payload, { qos: 1 }).catch(() => undefined),
    nextTelemetry(world),
  )

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

  // The message names the session of the other device.
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
    const topics: string[] = []
    const outcome = await onConnection(
      world,
      device => {
        device.client.on('message', topic => topics.push(topic))
        for (const filter of ['#', 'fleet/v1/+/+/down/order', 'fleet/v1/+/+/up/+'])
          device.client.subscribe(filter, { qos: 1 }, () => undefined)
      },
      nextTelemetry(world),
    )
    expect(topics.filter(topic => !topic.includes(WRONGDOER) && !topic.includes('/all/'))).toEqual([])
    return outcome
  },

  'a payload of a megabyte': publishes(upTopic(WRONGDOER, 'telemetry'), 'x'.repeat(1_000_000)),

  'a flood': (world: BrokerWorld) =>
    onConnection(
      world,
      ({ client }) => {
        for (let nth = 0; nth < 30 * BAD_INPUT_SETTINGS.deviceMessages; nth++)
          client.publish(upTopic(WRONGDOER, 'telemetry'), '{"rsrp":-70}', { qos: 0 })
      },
      // This never resolves: the connection ends first.
      () => new Promise(() => undefined),
    ),
} as const satisfies Record<string, (world: BrokerWorld) => Promise<Outcome>>

type BadInput = keyof typeof CASES
