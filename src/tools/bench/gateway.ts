/** What many connected devices cost: telemetry a second, and an order to all of them. */

import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { upTopic } from '../../contract/deviceMessages'
import type { SimulatedDevice, Simulator } from '../../server/demo/simulator'
import { until } from '../until'
import type { Broker, GatewayWorld } from './gatewayWorld'

/** Messages a second that are tried at first: doubled until it is too much, then something in between. */
const FIRST_RATE: Record<Broker, number> = { aedes: 3_000, mosquitto: 3_000, rabbitmq: 400 }
/** What has piled up when it was too much is worked off within this time. */
const CAUGHT_UP_MS = 120_000
/** The answer is as close to the truth. */
export const CLOSE = 1.2
const STEP_MS = 12_000
/** Messages a second, of devices that speak for the first time. */
const WARM_RATE = 300
/** Who receives keeps up when a message that follows all others has arrived within this time. */
const BEHIND_MS = 2_000
const AT_REST_SECONDS = 86_400
/** RabbitMQ asks about the first answer of each device: the first order to all takes minutes there. */
const ALL_ANSWERED_MS = 600_000

/** @returns the highest rate of telemetry that the server keeps up with, and of how many cores it makes use */
export async function timeTelemetry(world: GatewayWorld): Promise<{ perSecond: number; cores: number }> {
  await warmUp(world)
  await using marker = await openMarker(world, async version => (await world.spareVersion()) === version)
  let used = 0
  let cores = 0
  const perSecond = await highestRate(world, {
    begin() {
      used = world.cpuSeconds()
    },
    async keepsUp(seconds) {
      const taken = (world.cpuSeconds() - used) / seconds
      const isInTime = await marker.isInTime()
      if (isInTime) cores = taken
      return isInTime
    },
  })
  return { perSecond, cores }
}

/** Every device has said something: whether it may, a broker has asked by then. */
async function warmUp({ simulators, devices }: GatewayWorld): Promise<void> {
  const change = (telemetrySeconds: number) => {
    for (const simulator of simulators) simulator.change({ telemetrySeconds })
  }
  const before = await sentBy(simulators)
  change(devices.length / WARM_RATE)
  await until(async () => (await sentBy(simulators)) - before >= devices.length, { everyMs: 250 })
  change(AT_REST_SECONDS)
}

interface Trial {
  begin(): void
  /** Asked at once after so many seconds of sending. */
  keepsUp(seconds: number): Promise<boolean>
}

/**
 * @returns the highest rate, in messages a second that the broker has acknowledged, at which the receiver keeps up;
 * what fails twice is too much
 */
export async function highestRate(
  { kind, simulators, devices }: Pick<GatewayWorld, 'kind' | 'simulators' | 'devices'>,
  { begin, keepsUp }: Trial,
): Promise<number> {
  const change = (telemetrySeconds: number) => {
    for (const simulator of simulators) simulator.change({ telemetrySeconds })
  }
  let kept = 0
  let tooMany = Number.POSITIVE_INFINITY
  let failed: number | undefined
  for (let rate = FIRST_RATE[kind]; tooMany > kept * CLOSE; ) {
    change(devices.length / rate)
    await wait(1_000)
    const before = await sentBy(simulators)
    begin()
    const began = performance.now()
    await wait(STEP_MS)
    const seconds = (performance.now() - began) / 1000
    const perSecond = ((await sentBy(simulators)) - before) / seconds
    const isKept = (await keepsUp(seconds)) && perSecond > rate * 0.9
    if (isKept) kept = perSecond
    else {
      change(AT_REST_SECONDS)
      await until(() => keepsUp(1), { withinMs: CAUGHT_UP_MS }).catch(() => undefined)
      // A broker that halts for a moment halts at any rate: it is tried once more.
      const isSecond = failed === rate
      failed = rate
      if (!isSecond) continue
      tooMany = rate
    }
    if (!isKept && kept === 0 && rate < FIRST_RATE[kind] / 4) return 0
    rate = tooMany === Number.POSITIVE_INFINITY ? rate * 2 : kept === 0 ? rate / 2 : Math.sqrt(kept * tooMany)
  }
  change(AT_REST_SECONDS)
  return kept
}

/** Messages that the broker has acknowledged since the devices began. */
const sentBy = async (simulators: readonly Simulator[]) =>
  (await Promise.all(simulators.map(one => one.report()))).reduce((sum, { telemetry }) => sum + telemetry, 0)

let markers = 0

/**
 * One device more, connected and known to the broker like all others, so that no step waits for a connection.
 *
 * @param arrived whether what it has said, a version, has come to where it is received
 */
export async function openMarker(
  { brokerUrl, spares }: Pick<GatewayWorld, 'brokerUrl' | 'spares'>,
  arrived: (version: string) => Promise<boolean>,
) {
  const spare = spares[0]!
  const client = await connectAs(brokerUrl, spare)
  /** Whether what it says now arrives in time: what came before it has arrived by then. */
  const isInTime = async () => {
    const version = `marker-${++markers}`
    const began = performance.now()
    // A broker that is behind acknowledges late.
    client.publish(upTopic(spare.imei, 'telemetry'), JSON.stringify({ version }), { qos: 1 })
    const isThere = await until(() => arrived(version), { withinMs: 15_000 }).then(
      () => true,
      () => false,
    )
    return isThere && performance.now() - began <= BEHIND_MS
  }
  await isInTime()
  return { isInTime, [Symbol.asyncDispose]: () => client.endAsync(true) }
}

export const connectAs = (url: string, { imei, secret }: SimulatedDevice) =>
  connectAsync(url, { clientId: imei, username: imei, password: secret })

/** From the moment that an order to all is sent until all results are in. */
export async function timeFanOut(world: GatewayWorld): Promise<{ tookMs: number; cpuMs: number }> {
  const used = world.cpuSeconds()
  const began = performance.now()
  const answered = await world.order()
  await until(async () => (await answered()) === world.devices.length, {
    everyMs: 50,
    withinMs: ALL_ANSWERED_MS,
    soFar: async () => `${await answered()} of ${world.devices.length} devices have answered the order`,
  })
  return { tookMs: performance.now() - began, cpuMs: (world.cpuSeconds() - used) * 1000 }
}
