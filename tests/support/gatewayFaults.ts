/**
 * A fleet that gets orders while servers, brokers and devices are killed. The test reads the state by HTTP, as users
 * do, and compares it with the simulated devices: which are connected, and what each has executed.
 */
import { join } from 'node:path'
import { expect } from 'vitest'
import { type SimulatedDevice, type Simulator, spawnSimulator } from '../../src/server/demo/simulator'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase, openDatabase } from '../../src/server/store/database'
import { FLEET_ENV, FLEET_MASTER, fillDevices, gatewayConfig, makeDevices } from '../../src/tools/deviceFleet'
import { freePort } from '../../src/tools/services/site'
import { readExecuted } from '../../src/tools/simulate/executedOrders'
import { until } from '../../src/tools/until'
import { afterFile } from './afterFile'
import { ordersWithWrongCounts } from './crash'
import { createDatabase, openFolder } from './databases'
import { type FaultBroker, type FaultKind, startFaultBroker } from './faultBroker'
import { findRows } from './rows'
import {
  askOverHttp,
  dataFolder,
  environmentOf,
  type Place,
  type Spawned,
  signedIn,
  spawnServer,
} from './spawnServer'

/** Only ends a hanging test: until then the stored states may differ from the real connections. */
const TRUE_WITHIN_MS = 180_000

/** Short times keep the test short. */
const SHORT_TIMES = { leaseSeconds: 3, helloSeconds: 4, againSeconds: 2, againMostSeconds: 5 }
const QUICK_DEVICES = { keepaliveSeconds: 20, retryMs: 250, connectsPerSecond: 500 }
/**
 * RabbitMQ sends the server about ten requests for each device that connects, and answers no ping meanwhile: devices
 * connect as slowly as in the bench, and retry as PROTOCOL.md says.
 */
const AT_RABBITMQ = { keepaliveSeconds: 120, retryMs: 2_000, connectsPerSecond: 35, connecting: 50 }

/** At RabbitMQ: orders repeated every few seconds would delay the devices that reconnect. */
const FEW_REPEATS = { ...SHORT_TIMES, againSeconds: 10, againMostSeconds: 20 }

/** RabbitMQ opens a connection for each request. */
const MANY_CONNECTIONS = { connections: { perOrigin: 4_000 } }

export interface FaultSettings {
  devices: number
  kind: FaultKind
  answerMs: readonly [number, number]
}

const isAtRabbitmq = ({ kind }: FaultSettings) => kind.startsWith('RabbitMQ')

export class FaultWorld {
  readonly #servers: Spawned[] = []
  readonly #urls: string[] = []
  readonly #simulators: (Simulator | undefined)[] = []
  readonly orders: number[] = []
  /** How many orders each simulator had executed before the last order. */
  readonly #executed: number[] = []
  #token = ''

  private constructor(
    readonly settings: FaultSettings,
    readonly devices: SimulatedDevice[],
    private readonly place: Place,
    private readonly env: Record<string, string>[],
    readonly broker: FaultBroker | undefined,
    private readonly brokerUrls: readonly string[],
    /** For each simulator the file with the orders that its devices have executed. */
    private readonly states: string[],
  ) {}

  /** @returns `undefined` if a program is not installed */
  static async begin(settings: FaultSettings): Promise<FaultWorld | undefined> {
    const devices = makeDevices(settings.devices)
    const isAlone = settings.kind === 'PGlite'
    // A server keeps its port when it is started again.
    const ports = await Promise.all(Array.from({ length: isAlone ? 1 : 2 }, freePort))
    const broker = isAlone ? undefined : await startFaultBroker(settings.kind, ports)
    if (!isAlone && !broker) {
      console.log(`NOT RUN: ${settings.kind} is not installed`)
      return undefined
    }
    const place: Place = isAlone ? { folder: dataFolder() } : { url: await createDatabase() }
    const db = 'url' in place ? await openDatabase(place) : await openFolder(place.folder)
    await fillDevices(db, devices)
    await db.destroy()
    const config = dataFolder()
    await gatewayConfig(config, {
      gateway: isAtRabbitmq(settings) ? FEW_REPEATS : SHORT_TIMES,
      ...MANY_CONNECTIONS,
    })
    const mqttPort = String(await freePort())
    const env = ports.map((port, at) => ({
      ...FLEET_ENV,
      PORT: String(port),
      FLEET_CONFIG: config,
      LOG_LEVEL: 'warn',
      ...environmentOf(place),
      ...(broker ? broker.envOf(at) : { MQTT_PORT: mqttPort }),
    }))
    const brokerUrls = broker?.urls ?? [`mqtt://127.0.0.1:${mqttPort}`]
    const states = [0, 1].map(() => join(dataFolder(), 'executed'))
    const world = new FaultWorld(settings, devices, place, env, broker, brokerUrls, states)
    for (const at of env.keys()) await world.startServer(at)
    await Promise.all(states.map((_, half) => world.startSimulator(half)))
    afterFile(() => world.#simulators.map(simulator => simulator?.kill()))
    await until(async () => (await world.#connectedDevices()).length === devices.length, {
      withinMs: 240_000,
    })
    return world
  }

  get servers(): number {
    return this.env.length
  }

  async startServer(at: number): Promise<void> {
    const server = spawnServer(this.env[at])
    this.#servers[at] = server
    this.#urls[at] = await server.ready()
    this.#token ||= await signedIn(this.#urls[at], FLEET_MASTER)
  }

  async killServer(at: number): Promise<void> {
    const server = this.#servers[at]!
    server.kill('SIGKILL')
    await server.ended
  }

  /** Each simulator runs half of the devices. */
  async startSimulator(half: number): Promise<void> {
    const devices = this.devices.filter((_, at) => at % 2 === half)
    const { answerMs } = this.settings
    this.#simulators[half] = await spawnSimulator({
      settings: {
        // In a cluster the two halves use different nodes.
        url: this.brokerUrls[half % this.brokerUrls.length]!,
        state: this.states[half],
        seed: half,
        fail: 0.1,
        answerMs,
        telemetrySeconds: 10,
        ...(isAtRabbitmq(this.settings) ? AT_RABBITMQ : QUICK_DEVICES),
      },
      devices,
    })
  }

  /** Kills a simulator between an order and the answers of its devices. @param first runs just before the kill */
  async killSimulator(half: number, first?: () => Promise<void>): Promise<void> {
    const simulator = this.#simulators[half]!
    const before = this.#executed[half] ?? 0
    await until(async () => (await simulator.report()).executed > before)
    await first?.()
    simulator.kill()
    await simulator.ended
    this.#simulators[half] = undefined
  }

  /** Sends an order to all devices. */
  async sendOrder(server = 0): Promise<void> {
    for (const [half, simulator] of this.#simulators.entries())
      this.#executed[half] = (await simulator?.report())?.executed ?? 0
    const order = { code: 'reboot', data: 'NOW', title: 'faults', batch: 1 }
    type Sent = { id: number; total: number }
    const { id, total } = await this.#payload<Sent>(server, '/api/orders/order', order)
    expect(total).toBe(this.devices.length)
    this.orders.push(id)
  }

  /** Waits until stored states and counters agree with the connected devices. @returns milliseconds */
  async expectTruth(server = 0): Promise<number> {
    let difference = ''
    const isTrue = async () => {
      const [stored, connected] = await Promise.all([this.#stored(server), this.#connected()])
      difference = `stored ${stored.slice(0, 60)}, connected ${connected.slice(0, 60)}`
      return stored === connected
    }
    return until(isTrue, { withinMs: TRUE_WITHIN_MS, everyMs: 200 }).catch(() => {
      throw new Error(difference)
    })
  }

  /** Waits for all results: each target has the result of its device, which has executed the order once. */
  async expectOutcomes(): Promise<{ repeated: number }> {
    for (const order of this.orders)
      await until(async () => (await this.#done(order)) === this.devices.length, { everyMs: 250 })
    for (const simulator of this.#simulators) simulator?.kill()
    for (const server of this.#servers) server.kill('SIGTERM')
    await Promise.all(this.#servers.map(({ ended }) => ended))
    const lines = this.states.flatMap(readExecuted)
    const results = lines.flatMap(line => ('result' in line ? [{ imei: line.imei, ...line.result }] : []))
    const key = ({ imei, id }: { imei: string; id: number }) => `${imei} ${id}`
    const byTarget = new Map(results.map(result => [key(result), result.outcome]))
    // No device has executed an order twice, and each has executed all.
    expect(results.length).toBe(byTarget.size)
    expect(byTarget.size).toBe(this.orders.length * this.devices.length)
    const db = await connectDatabase(this.place)
    afterFile(() => db.destroy())
    const differing = (await findRows(db, 'order_targets')).filter(
      ({ order_id: id, device_id: imei, status }) => byTarget.get(key({ imei, id })) !== status,
    )
    expect(differing).toEqual([])
    expect(await ordersWithWrongCounts(db)).toEqual([])
    expect(await checkCounters(db)).toEqual([])
    return { repeated: lines.filter(line => 'again' in line).length }
  }

  async #connectedDevices(): Promise<string[]> {
    const reports = await Promise.all(this.#simulators.map(simulator => simulator?.report()))
    return reports.flatMap(report => report?.connected ?? []).sort()
  }

  /** The connected devices, as a text to compare with `#stored`. */
  async #connected(): Promise<string> {
    const imeis = await this.#connectedDevices()
    return JSON.stringify([imeis.length, imeis])
  }

  /** Number and IMEIs of the devices that the server shows as online. */
  async #stored(server: number): Promise<string> {
    const imeis: string[] = []
    for (let page = 1; ; page++) {
      const query = `status=linked&page_limit=200&page_index=${page}&order_by=id`
      const { data } = await this.#ask<{ data: { id: string }[] }>(server, `/api/devices?${query}`)
      imeis.push(...data.map(({ id }) => id))
      if (data.length < 200) break
    }
    const { amount } = await this.#payload<{ amount: { linked: number } }>(server, '/api/dashboard/stats')
    return JSON.stringify([amount.linked, imeis.sort()])
  }

  /** How many targets of an order have a result. */
  async #done(order: number): Promise<number> {
    type Counts = Record<'success' | 'failure', number>
    const { success, failure } = await this.#payload<Counts>(0, `/api/orders/${order}`)
    return success + failure
  }

  async #payload<T>(server: number, url: string, payload?: object): Promise<T> {
    return (await this.#ask<{ payload: T }>(server, url, payload)).payload
  }

  /** Asks by GET, or by POST if there is a payload. */
  async #ask<T>(server: number, url: string, payload?: object): Promise<T> {
    const method = payload ? 'POST' : 'GET'
    const { status, text } = await askOverHttp(this.#urls[server]!, this.#token)({ method, url, payload })
    expect([url, status, text]).toEqual([url, 200, expect.any(String)])
    return JSON.parse(text) as T
  }
}
