/** A server with many connected devices: on PGlite with the broker within it, or on PostgreSQL with Mosquitto. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SimulatedDevice, type Simulator, spawnSimulator } from '../../server/demo/simulator'
import { openDatabase } from '../../server/store/database'
import { FLEET_ENV, FLEET_MASTER, fillDevices, gatewayConfig, makeDevices } from '../deviceFleet'
import { startMosquitto } from '../mosquitto'
import { freePort, startSite, temporaryFolder } from '../site'
import { residentMb } from '../soak/memory'
import { until } from '../until'
import { newDatabase } from './orderWorld'

export const VENDORS = 50
/** Processes of devices. */
const SIMULATORS = 2
/** Nothing that protects a server from its devices is measured here. */
const WIDE_OPEN = { perSecond: 100_000, inFlight: 100_000, deviceMessages: 1_000 }

export interface GatewayWorld {
  /** Such as `PGlite and aedes`. */
  engine: string
  brokerUrl: string
  /** A PostgreSQL that is not the server's own. */
  databaseUrl: string | undefined
  devices: readonly SimulatedDevice[]
  /** A device that is not connected. */
  spare: SimulatedDevice
  simulators: readonly Simulator[]
  /** Of the server, for each device that is connected. */
  kBPerDevice: number
  /** How many devices the console shows online. */
  linked(): Promise<number>
  /** Sends an order to all. @returns asks how many have answered */
  order(): Promise<() => Promise<number>>
  stopServer(): Promise<void>
}

export type WorldKind = 'PGlite' | 'PostgreSQL'

/** @returns `undefined` where a program or a server is missing */
export async function withGatewayWorld(
  kind: WorldKind,
  count: number,
  work: (world: GatewayWorld) => Promise<void>,
): Promise<boolean> {
  const server = process.env.TEST_DATABASE_URL
  if (kind === 'PostgreSQL' && !server) return false
  await using broker = kind === 'PostgreSQL' ? await startMosquitto() : undefined
  if (kind === 'PostgreSQL' && !broker) return false
  await using database = kind === 'PostgreSQL' ? await newDatabase(server!) : undefined
  await using folder = await temporaryFolder('fleet-bench-gateway-')
  const data = join(folder.path, 'data')
  const [spare, ...devices] = makeDevices(count + 1)
  const db = await openDatabase(database ?? { folder: data })
  await fillDevices(db, [spare!, ...devices], VENDORS)
  await db.destroy()
  const config = join(folder.path, 'config')
  await gatewayConfig(config, WIDE_OPEN)
  const port = String(await freePort())
  const env: Record<string, string> = {
    ...FLEET_ENV,
    FLEET_CONFIG: config,
    LOG_LEVEL: 'error',
    ...(broker && database ? { MQTT_URL: broker.url, DATABASE_URL: database.url } : { MQTT_PORT: port }),
  }
  await using site = await startSite({ at: data, env })
  const ask = await asMaster(site.url)
  const linked = async () =>
    (await ask<{ amount: { linked: number } }>('GET', '/api/dashboard/stats')).amount.linked
  const before = residentMb(site.pid)
  const brokerUrl = broker?.url ?? `mqtt://127.0.0.1:${port}`
  await using simulators = await connectDevices(devices, brokerUrl)
  await until(async () => (await linked()) === count)
  // What connecting has left behind is collected by then.
  await wait(3_000)
  const kBPerDevice = ((residentMb(site.pid) - before) / count) * 1000
  let stopped = false
  await work({
    engine: broker ? 'PostgreSQL and Mosquitto' : 'PGlite and aedes',
    ...{ brokerUrl, devices, spare: spare!, simulators: simulators.all, kBPerDevice, linked },
    databaseUrl: database && server,
    async order() {
      const sheet = { code: 'reboot', data: 'NOW', title: 'bench', batch: 1 }
      const { id } = await ask<{ id: number }>('POST', '/api/orders/order', sheet)
      return async () => {
        const { success, failure } = await ask<{ success: number; failure: number }>(
          'GET',
          `/api/orders/${id}`,
        )
        return success + failure
      }
    },
    async stopServer() {
      if (!stopped) await site.stop()
      stopped = true
    },
  })
  return true
}

/** All of them, in processes of their own; they vanish at the end of the block. */
export async function connectDevices(devices: readonly SimulatedDevice[], url: string) {
  const all = await Promise.all(
    Array.from({ length: SIMULATORS }, (_, part) =>
      spawnSimulator({
        settings: {
          url,
          answerMs: [0, 0],
          telemetrySeconds: 86_400,
          keepaliveSeconds: 600,
          connectsPerSecond: 500,
        },
        devices: devices.filter((_, at) => at % SIMULATORS === part),
      }),
    ),
  )
  const connected = async () =>
    (await Promise.all(all.map(one => one.report()))).reduce(
      (sum, report) => sum + report.connected.length,
      0,
    )
  await until(async () => (await connected()) === devices.length)
  return {
    all,
    async [Symbol.asyncDispose]() {
      for (const one of all) one.kill()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

async function asMaster(url: string) {
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { payload: T }).payload
  }
  const token = await ask<string>('POST', '/api/auth/login', FLEET_MASTER)
  return <T>(method: 'GET' | 'POST', path: string, body?: object) => ask<T>(method, path, body, token)
}
