/**
 * Starts a server with many connected devices: on PGlite with its built-in broker, or on PostgreSQL with Mosquitto or
 * RabbitMQ.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type SimulatedDevice,
  type Simulator,
  type SimulatorReport,
  spawnSimulator,
} from '../../server/demo/simulator'
import { openDatabase } from '../../server/store/database'
import { FLEET_ENV, FLEET_MASTER, fillDevices, gatewayConfig, makeDevices } from '../deviceFleet'
import { brokerLines } from '../services/brokerGuide'
import { startMosquitto } from '../services/mosquitto'
import { startRabbitmq } from '../services/rabbitmq'
import { freePort, type Site, startSite, temporaryFolder } from '../services/site'
import { cpuSecondsOf, residentMb } from '../soak/memory'
import { until } from '../until'
import { newDatabase } from './fleet/largeFleet'

export const VENDORS = 50
/** The number of simulator processes. */
const SIMULATORS = 2
/** With Aedes and Mosquitto, the limits that protect a server from its devices are too high to be reached. */
const NO_LIMITS = { perSecond: 100_000, inFlight: 100_000, deviceMessages: 1_000 }
/**
 * With RabbitMQ, orders are sent at the default pace, also in the baseline (`bareBroker`): RabbitMQ disconnects a
 * device if it cannot check its permissions within 15 seconds.
 */
export const RABBITMQ_PACE = { perSecond: 1_000, inFlight: 2_000 }
/** Raises the limits per address and session: all consoles and RabbitMQ connect from one address. */
const MANY_STREAMS = { live: { perSession: 100, perOrigin: 2_000 }, connections: { perOrigin: 4_000 } }
/**
 * Per simulator process. RabbitMQ sends ten permission checks for each device that connects, and refuses devices if the
 * answers are late.
 */
const CONNECTS_PER_SECOND: Record<Broker, number> = { aedes: 500, mosquitto: 500, rabbitmq: 35 }
/** Devices that connect at the same time, per simulator process: few, so that permission checks are in time. */
const MAX_CONNECTING = 50
/** The start fails if no further device connects within this time. */
const STALLED_MS = 90_000

export type Broker = 'aedes' | 'mosquitto' | 'rabbitmq'

export interface GatewayWorld {
  kind: Broker
  /** Such as `PGlite and aedes`. */
  engine: string
  /** For devices, without a login. */
  brokerUrl: string
  /** For gateways, with a login if the broker needs one. */
  gatewayUrl: string
  /** A PostgreSQL server for further databases; absent for PGlite. */
  databaseUrl: string | undefined
  devices: readonly SimulatedDevice[]
  /** Devices that are not connected. */
  spares: readonly SimulatedDevice[]
  simulators: readonly Simulator[]
  /** Memory of the server per connected device. */
  kBPerDevice: number
  /** Seconds until the console showed all devices online. */
  connectSeconds: number
  /** The number of devices that the console shows online. */
  linked(): Promise<number>
  /** The version that the first spare device has reported, as the console shows it. */
  spareVersion(): Promise<string>
  /** Sends an order to all devices. @returns a function that gets the number of answers */
  order(): Promise<() => Promise<number>>
  /** CPU time of the server so far. */
  cpuSeconds(): number
  site: Site
  /** Calls the API as the master. */
  ask: AskMaster
  token: string
}

const ENGINES: Record<Broker, string> = {
  aedes: 'PGlite and aedes',
  mosquitto: 'PostgreSQL and Mosquitto',
  rabbitmq: 'PostgreSQL and RabbitMQ',
}
/** The gateway's login at RabbitMQ. */
const GATEWAY = { name: 'fleet-gateway', password: 'bench-of-the-gateway' }
const BROKER_SECRET = 'bench0of0the0broker0bench0of0the0broker'

interface Size {
  connected: number
  spares?: number
}

/** @returns `false` if the broker is not installed or TEST_DATABASE_URL is not set */
export async function withGatewayWorld(
  kind: Broker,
  size: Size,
  work: (world: GatewayWorld) => Promise<void>,
): Promise<boolean> {
  const postgresUrl = kind === 'aedes' ? undefined : process.env.TEST_DATABASE_URL
  if (kind !== 'aedes' && !postgresUrl) return false
  const httpPort = await freePort()
  await using broker = await startBroker(kind, httpPort)
  if (!broker) return false
  try {
    await runInWorld({ kind, broker, httpPort, postgresUrl, size }, work)
  } catch (error) {
    const log = 'lastLog' in broker ? `\nThe end of the broker's log:\n${await broker.lastLog()}` : ''
    throw new Error(`${(error as Error).message}${log}`, { cause: error })
  }
  return true
}

interface WorldOptions {
  kind: Broker
  broker: NonNullable<Awaited<ReturnType<typeof startBroker>>>
  httpPort: number
  postgresUrl: string | undefined
  size: Size
}

async function runInWorld(
  { kind, broker, httpPort, postgresUrl, size: { connected: count, spares: spareCount = 1 } }: WorldOptions,
  work: (world: GatewayWorld) => Promise<void>,
): Promise<void> {
  await using database = postgresUrl ? await newDatabase(postgresUrl) : undefined
  await using folder = await temporaryFolder('fleet-bench-gateway-')
  const data = join(folder.path, 'data')
  const allDevices = makeDevices(count + spareCount)
  const spares = allDevices.slice(0, spareCount)
  const devices = allDevices.slice(spareCount)
  const db = await openDatabase(database ?? { folder: data })
  await fillDevices(db, allDevices, VENDORS)
  await db.destroy()
  const config = join(folder.path, 'config')
  await gatewayConfig(config, {
    gateway: { ...NO_LIMITS, ...(kind === 'rabbitmq' && RABBITMQ_PACE) },
    ...MANY_STREAMS,
  })
  const env: Record<string, string> = {
    ...FLEET_ENV,
    FLEET_CONFIG: config,
    LOG_LEVEL: 'error',
    ...(database ? { MQTT_URL: broker.gatewayUrl, DATABASE_URL: database.url } : { MQTT_PORT: broker.port }),
    ...(kind === 'rabbitmq' && { BROKER_SECRET }),
  }
  await using site = await startSite({ folder: data, env, port: httpPort })
  const { ask, token } = await asMaster(site.url)
  const linked = async () =>
    (await ask<{ amount: { linked: number } }>('GET', '/api/dashboard/stats')).amount.linked
  const mbBefore = residentMb(site.pid)
  const brokerUrl = `mqtt://127.0.0.1:${broker.port}`
  const began = performance.now()
  const perSecond = CONNECTS_PER_SECOND[kind]
  await using simulators = await connectDevices(devices, brokerUrl, perSecond)
  const progress = async () => `all are connected, the console shows ${await linked()} of ${count}`
  await until(async () => (await linked()) === count, { everyMs: 100, progress })
  const connectSeconds = (performance.now() - began) / 1000
  // Wait until the garbage of connecting is collected.
  await wait(3_000)
  const kBPerDevice = ((residentMb(site.pid) - mbBefore) / Math.max(1, count)) * 1000
  await work({
    kind,
    engine: ENGINES[kind],
    brokerUrl,
    devices,
    spares,
    simulators: simulators.all,
    kBPerDevice,
    connectSeconds,
    linked,
    site,
    ask,
    token,
    gatewayUrl: broker.gatewayUrl,
    databaseUrl: postgresUrl,
    spareVersion: async () =>
      (await ask<{ version: string }>('GET', `/api/devices/${spares[0]!.imei}`)).version,
    async order() {
      const order = { code: 'reboot', data: 'NOW', title: 'bench', batch: 1 }
      const { id } = await ask<{ id: number }>('POST', '/api/orders/order', order)
      return async () => {
        const { success, failure } = await ask<{ success: number; failure: number }>(
          'GET',
          `/api/orders/${id}`,
        )
        return success + failure
      }
    },
    cpuSeconds: () => cpuSecondsOf(site.pid),
  })
}

/** Starts the broker. For the built-in broker, which the server starts later, only finds a port. */
async function startBroker(kind: Broker, httpPort: number) {
  if (kind === 'aedes') {
    const port = String(await freePort())
    return { port, gatewayUrl: `mqtt://127.0.0.1:${port}`, async [Symbol.asyncDispose]() {} }
  }
  if (kind === 'mosquitto') {
    const broker = await startMosquitto()
    return broker && { ...broker, port: new URL(broker.url).port, gatewayUrl: broker.url }
  }
  // The guide has the address of a server, and the word SECRET in place of its secret.
  const replacements = { '127.0.0.1:5080': `127.0.0.1:${httpPort}`, SECRET: BROKER_SECRET }
  const broker = await startRabbitmq(brokerLines('rabbitmq.conf', replacements))
  const port = String(broker?.ports[0])
  const gatewayUrl = `mqtt://${GATEWAY.name}:${GATEWAY.password}@127.0.0.1:${port}`
  return broker && { ...broker, port, gatewayUrl }
}

/** Connects the devices from separate processes. Disposing kills them. */
export async function connectDevices(
  devices: readonly SimulatedDevice[],
  url: string,
  perSecond = CONNECTS_PER_SECOND.aedes,
) {
  const all = await Promise.all(
    Array.from({ length: SIMULATORS }, (_, part) =>
      spawnSimulator({
        settings: {
          url,
          answerMs: [0, 0],
          telemetrySeconds: 86_400,
          keepaliveSeconds: 600,
          connectsPerSecond: perSecond,
          connecting: MAX_CONNECTING,
        },
        devices: devices.filter((_, index) => index % SIMULATORS === part),
      }),
    ),
  )
  const end = async () => {
    for (const simulator of all) simulator.kill()
    await Promise.all(all.map(({ ended }) => ended))
  }
  const connected = () => connectedOf(all)
  const progress = async () =>
    `${await connected()} of ${devices.length} devices are connected; ${await sumOf(all, ({ connects }) => connects)} connects, ${await sumOf(all, ({ refused }) => refused)} refused`
  try {
    // Each round waits until at least one more device is connected, however long all of them take.
    for (let lastCount = -1; lastCount < devices.length; lastCount = await connected())
      await until(async () => (await connected()) > lastCount, {
        everyMs: 250,
        withinMs: STALLED_MS,
        progress,
      })
  } catch (error) {
    await end()
    throw error
  }
  return { all, [Symbol.asyncDispose]: end }
}

/** The number of connected devices. */
export const connectedOf = (all: readonly Simulator[]) => sumOf(all, ({ connected }) => connected.length)

const sumOf = async (all: readonly Simulator[], count: (report: SimulatorReport) => number) =>
  (await Promise.all(all.map(simulator => simulator.report()))).reduce(
    (sum, report) => sum + count(report),
    0,
  )

type AskMaster = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

export async function asMaster(url: string) {
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { payload: T }).payload
  }
  const token = await ask<string>('POST', '/api/auth/login', FLEET_MASTER)
  const askAsMaster: AskMaster = (method, path, body) => ask(method, path, body, token)
  return { ask: askAsMaster, token }
}
