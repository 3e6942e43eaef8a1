/** What many connected devices cost: telemetry a second, an order to all of them, and memory, each beside the least that it can cost. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { orderTopic, upFilter, upTopic } from '../../contract/deviceMessages'
import { storeTelemetry, type Telemetry } from '../../server/commands/gateway/telemetry'
import type { SimulatedDevice, SimulatorReport } from '../../server/demo/simulator'
import { openDatabase } from '../../server/store/database'
import { fillDevices } from '../deviceFleet'
import { until } from '../until'
import { connectDevices, type GatewayWorld, VENDORS } from './gatewayWorld'
import { newDatabase } from './orderWorld'

/** Messages a second that are tried, one after the other, until the server falls behind. */
const RATES = [1_000, 2_000, 3_000, 4_500, 6_500, 10_000, 15_000, 22_000]
const STEP_MS = 8_000
/** A server keeps up when a message that follows all others is stored within this time. */
const BEHIND_MS = 2_000
/** Rows of a statement, as in the gateway. */
const ROWS = 500

/** @returns the highest rate of telemetry that the server keeps up with */
export async function timeTelemetry(world: GatewayWorld): Promise<number> {
  let kept = 0
  for (const rate of RATES) {
    for (const simulator of world.simulators)
      simulator.change({ telemetrySeconds: world.devices.length / rate })
    await wait(1_000)
    const before = await sentBy(world)
    const began = performance.now()
    await wait(STEP_MS)
    const perSecond = ((await sentBy(world)) - before) / ((performance.now() - began) / 1000)
    const behind = await timeMarker(world)
    if (perSecond < rate * 0.9 || behind > BEHIND_MS) break
    kept = perSecond
  }
  for (const simulator of world.simulators) simulator.change({ telemetrySeconds: 86_400 })
  return kept
}

const sentBy = async ({ simulators }: GatewayWorld) =>
  (await Promise.all(simulators.map(one => one.report()))).reduce(
    (sum: number, { telemetry }: SimulatorReport) => sum + telemetry,
    0,
  )

/** How long it takes until a device that connects now is shown: what came before it is stored by then. */
async function timeMarker({ brokerUrl, spare, linked }: GatewayWorld): Promise<number> {
  const before = await linked()
  const client = await connectAs(brokerUrl, spare)
  const say = (online: boolean) =>
    client.publishAsync(upTopic(spare.imei, 'presence'), JSON.stringify({ online, session: 'marker' }), {
      qos: 1,
    })
  try {
    await say(true)
    return await until(async () => (await linked()) > before, { withinMs: 30_000 }).catch(
      () => Number.POSITIVE_INFINITY,
    )
  } finally {
    await say(false)
    await client.endAsync(true)
    await until(async () => (await linked()) <= before).catch(() => undefined)
  }
}

const connectAs = (url: string, { imei, secret }: SimulatedDevice) =>
  connectAsync(url, { clientId: imei, username: imei, password: secret })

/** The same statements, sent by a bare client of PostgreSQL one after the other. @returns rows a second */
export async function timeBareTelemetry(
  server: string,
  devices: readonly SimulatedDevice[],
): Promise<number> {
  await using database = await newDatabase(server)
  const db = await openDatabase(database)
  await fillDevices(db, devices, VENDORS)
  const statements = await statementsOf(() => storeTelemetry(db, makeTelemetry(devices, 0, 0)))
  await db.destroy()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const began = performance.now()
    let rows = 0
    for (let step = 1; performance.now() - began < STEP_MS; step++) {
      const said = JSON.stringify(makeTelemetry(devices, step * ROWS, step))
      for (const { text, values } of statements)
        await client.query(
          text,
          values.map(value => (typeof value === 'string' && value.startsWith('[') ? said : value)),
        )
      rows += ROWS
    }
    return rows / ((performance.now() - began) / 1000)
  } finally {
    await client.end()
  }
}

function makeTelemetry(devices: readonly SimulatedDevice[], from: number, step: number): Telemetry[] {
  return Array.from({ length: ROWS }, (_, at) => ({
    device: devices[(from + at) % devices.length]!.imei,
    at: new Date(),
    // As often as the gateway keeps one: one message in so many is a minute old.
    kept: step === 0 || at === step % ROWS,
    rsrp: -60 - ((at + step) % 60),
    band: 3,
  }))
}

interface Statement {
  text: string
  values: unknown[]
}

/** What is sent to PostgreSQL while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, args) as never
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/** From the moment that an order to all is sent until all results are in. */
export async function timeFanOut({ order, devices }: GatewayWorld): Promise<number> {
  const began = performance.now()
  const answered = await order()
  await until(async () => (await answered()) === devices.length)
  return performance.now() - began
}

/** The same number of messages there and back, with nothing but a broker and a client that counts. */
export async function timeBareFanOut(world: GatewayWorld): Promise<number> {
  if (world.databaseUrl) {
    await world.stopServer()
    return fanOutAt(world.brokerUrl, world.devices)
  }
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await using _ = await connectDevices(world.devices, url)
    return await fanOutAt(url, world.devices)
  } finally {
    server.close()
    broker.close()
  }
}

async function fanOutAt(url: string, devices: readonly SimulatedDevice[]): Promise<number> {
  const client: MqttClient = await connectAsync(url)
  const answered = new Set<string>()
  client.on('message', topic => void (topic.endsWith('/result') && answered.add(topic)))
  const parts = Array.from({ length: 100 }, (_, part) => upFilter(String(part).padStart(2, '0')))
  await client.subscribeAsync(parts, { qos: 1 })
  const began = performance.now()
  const told = JSON.stringify({ id: 1_000_000, code: 'reboot', value: 'NOW', expires: null })
  for (const { imei } of devices) client.publish(orderTopic(imei), told, { qos: 1 })
  await until(async () => answered.size === devices.length)
  const took = performance.now() - began
  await client.endAsync(true)
  return took
}
