/** Measures the highest sustained rate of telemetry, and the time of an order to all devices. */
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { upTopic } from '../../contract/deviceMessages'
import type { SimulatedDevice, Simulator } from '../../server/demo/simulator'
import { until } from '../until'
import type { Broker, GatewayWorld } from './gatewayWorld'

/** The first rate of the search, in messages per second. The search doubles it until it is too high, then bisects. */
const FIRST_RATE: Record<Broker, number> = { aedes: 3_000, mosquitto: 3_000, rabbitmq: 400 }
/** Maximum time to work off the backlog after a rate that was too high. */
const CAUGHT_UP_MS = 120_000
/** The search ends when the bounds differ by less than this factor. */
export const RATE_PRECISION = 1.2
const STEP_MS = 12_000
/** Messages per second while each device sends its first one. */
const WARM_UP_RATE = 300
/** If devices could send less than this share of the wanted rate, the broker does not keep up. */
const MIN_SENT_SHARE = 0.9
/** The receiver keeps up if a message sent after all others arrives within this time. */
const MAX_DELAY_MS = 2_000
const IDLE_TELEMETRY_SECONDS = 86_400
/** With RabbitMQ the first order takes minutes: it checks permissions for the first answer of each device. */
const ALL_ANSWERED_MS = 600_000

/** @returns the highest rate of telemetry that the server keeps up with, and the number of cores that it uses */
export async function timeTelemetry(world: GatewayWorld): Promise<{ perSecond: number; cores: number }> {
  await warmUp(world)
  await using marker = await openMarker(world, async version => (await world.spareVersion()) === version)
  let cpuSecondsBefore = 0
  let cores = 0
  const perSecond = await highestRate(world, {
    begin() {
      cpuSecondsBefore = world.cpuSeconds()
    },
    async keepsUp(seconds) {
      const coresOfStep = (world.cpuSeconds() - cpuSecondsBefore) / seconds
      const isInTime = await marker.isInTime()
      if (isInTime) cores = coresOfStep
      return isInTime
    },
  })
  return { perSecond, cores }
}

/** Lets each device send a message, so that the broker has checked the permissions of all devices. */
async function warmUp({ simulators, devices }: GatewayWorld): Promise<void> {
  const sentBefore = await sentBy(simulators)
  setTelemetryInterval(simulators, devices.length / WARM_UP_RATE)
  await until(async () => (await sentBy(simulators)) - sentBefore >= devices.length, { everyMs: 250 })
  setTelemetryInterval(simulators, IDLE_TELEMETRY_SECONDS)
}

function setTelemetryInterval(simulators: readonly Simulator[], telemetrySeconds: number): void {
  for (const simulator of simulators) simulator.change({ telemetrySeconds })
}

interface Trial {
  begin(): void
  /** Called immediately after a step. @param seconds the duration of the step */
  keepsUp(seconds: number): Promise<boolean>
}

/**
 * Searches the highest rate at which the receiver keeps up. A rate that fails twice is too high.
 *
 * @returns messages per second that the broker has acknowledged; 0 if even low rates fail
 */
export async function highestRate(
  { kind, simulators, devices }: Pick<GatewayWorld, 'kind' | 'simulators' | 'devices'>,
  { begin, keepsUp }: Trial,
): Promise<number> {
  let highestSustained = 0
  let lowestTooHigh = Number.POSITIVE_INFINITY
  let failedRate: number | undefined
  for (let rate = FIRST_RATE[kind]; lowestTooHigh > highestSustained * RATE_PRECISION; ) {
    setTelemetryInterval(simulators, devices.length / rate)
    await wait(1_000)
    const sentBefore = await sentBy(simulators)
    begin()
    const began = performance.now()
    await wait(STEP_MS)
    const seconds = (performance.now() - began) / 1000
    const perSecond = ((await sentBy(simulators)) - sentBefore) / seconds
    const isSustained = (await keepsUp(seconds)) && perSecond > rate * MIN_SENT_SHARE
    if (isSustained) highestSustained = perSecond
    else {
      setTelemetryInterval(simulators, IDLE_TELEMETRY_SECONDS)
      await until(() => keepsUp(1), { withinMs: CAUGHT_UP_MS }).catch(() => undefined)
      // Try the same rate once more: a broker may pause for a moment at any rate.
      const hasFailedBefore = failedRate === rate
      failedRate = rate
      if (!hasFailedBefore) continue
      lowestTooHigh = rate
    }
    if (!isSustained && highestSustained === 0 && rate < FIRST_RATE[kind] / 4) return 0
    if (lowestTooHigh === Number.POSITIVE_INFINITY) rate *= 2
    else if (highestSustained === 0) rate /= 2
    else rate = Math.sqrt(highestSustained * lowestTooHigh)
  }
  setTelemetryInterval(simulators, IDLE_TELEMETRY_SECONDS)
  return highestSustained
}

/** Messages that the broker has acknowledged since the devices began. */
const sentBy = async (simulators: readonly Simulator[]) =>
  (await Promise.all(simulators.map(simulator => simulator.report()))).reduce(
    (sum, { telemetry }) => sum + telemetry,
    0,
  )

let markerCount = 0

/**
 * Connects one more device, whose messages show whether the receiver keeps up.
 *
 * @param arrived whether the receiver has received a message with this version
 */
export async function openMarker(
  { brokerUrl, spares }: Pick<GatewayWorld, 'brokerUrl' | 'spares'>,
  arrived: (version: string) => Promise<boolean>,
) {
  const spare = spares[0]!
  const client = await connectAs(brokerUrl, spare)
  /** Whether a message sent now arrives in time. It arrives after all earlier messages. */
  const isInTime = async () => {
    const version = `marker-${++markerCount}`
    const began = performance.now()
    // Not awaited: a broker with a backlog acknowledges late.
    client.publish(upTopic(spare.imei, 'telemetry'), JSON.stringify({ version }), { qos: 1 })
    const hasArrived = await until(() => arrived(version), { withinMs: 15_000 }).then(
      () => true,
      () => false,
    )
    return hasArrived && performance.now() - began <= MAX_DELAY_MS
  }
  await isInTime()
  return { isInTime, [Symbol.asyncDispose]: () => client.endAsync(true) }
}

export const connectAs = (url: string, { imei, secret }: SimulatedDevice) =>
  connectAsync(url, { clientId: imei, username: imei, password: secret })

/** Times an order to all devices until all results are stored, and the CPU time of the server. */
export async function timeFanOut(world: GatewayWorld): Promise<{ tookMs: number; cpuMs: number }> {
  const cpuSecondsBefore = world.cpuSeconds()
  const began = performance.now()
  const answered = await world.order()
  await until(async () => (await answered()) === world.devices.length, {
    everyMs: 50,
    withinMs: ALL_ANSWERED_MS,
    progress: async () => `${await answered()} of ${world.devices.length} devices have answered the order`,
  })
  return { tookMs: performance.now() - began, cpuMs: (world.cpuSeconds() - cpuSecondsBefore) * 1000 }
}
