/** Prints the figures of many connected devices, each with its baseline. */
import { timeBareBroker } from './bareBroker'
import { timeBareTelemetry } from './bareTelemetry'
import { RATE_PRECISION, timeFanOut, timeTelemetry } from './gatewayTiming'
import { type Broker, RABBITMQ_PACE, withGatewayWorld } from './gatewayWorld'
import { formatCount, formatRatio, ms, print, targetNote } from './print'

/** The number of devices; the environment variable CONNECTED overrides it. */
const CONNECTED = Number(process.env.CONNECTED ?? 10_000)
/** Maximum memory of the server per device. */
const MAX_DEVICE_KB = 60
/** Maximum time of an order to all devices, as a multiple of the time with only the broker. */
const MAX_FAN_OUT_RATIO = 2
/** Minimum rate of telemetry, as a share of the rows per second of the bare client. */
const MIN_TELEMETRY_SHARE = 0.5
const FAN_OUTS = 3
const DEFAULT_PACE = `at the delivered pace, ${formatCount(RABBITMQ_PACE.perSecond)} orders/s and ${formatCount(RABBITMQ_PACE.inFlight)} unanswered`
/** How fast orders are delivered, to be printed. */
const PACE: Record<Broker, string> = {
  aedes: 'without limits',
  mosquitto: 'without limits',
  rabbitmq: DEFAULT_PACE,
}

export async function benchGateway(kind: Broker): Promise<void> {
  const hasRun = await withGatewayWorld(kind, { connected: CONNECTED }, async world => {
    const { kBPerDevice, connectSeconds } = world
    print(
      `${formatCount(CONNECTED)} devices connected within ${connectSeconds.toFixed(0)} s, on ${world.engine}`,
    )
    print(
      `  memory of the server   ${kBPerDevice.toFixed(0)} kB a device${targetNote(`${MAX_DEVICE_KB} kB`, kBPerDevice <= MAX_DEVICE_KB)}`,
    )
    const fanOuts: Awaited<ReturnType<typeof timeFanOut>>[] = []
    for (let round = 0; round < FAN_OUTS; round++) fanOuts.push(await timeFanOut(world))
    const fastest = fanOuts.toSorted((a, b) => a.tookMs - b.tookMs)[0]!
    print(
      `  order to all, answered ${fanOuts.map(({ tookMs }) => ms(tookMs)).join(', ')} (server ${ms(fastest.cpuMs)} of processor; ${PACE[kind]})`,
    )
    const telemetry = await timeTelemetry(world)
    print(
      `  telemetry sustained    ${formatCount(telemetry.perSecond)} messages/s with ${telemetry.cores.toFixed(2)} cores in the server`,
    )
    const rowsPerSecond = await timeBareTelemetry(world.databaseUrl, world.devices)
    print(
      `    bare ${world.databaseUrl ? 'pg    ' : 'PGlite'}          ${formatCount(rowsPerSecond)} rows/s   ${formatRatio(telemetry.perSecond, rowsPerSecond)}`,
    )
    const bare = await timeBareBroker(kind, world)
    // The search may miss the highest rate by the factor `RATE_PRECISION`.
    const wantedRate = Math.min(bare.perSecond / RATE_PRECISION, rowsPerSecond * MIN_TELEMETRY_SHARE)
    print(
      `    broker alone         ${formatCount(bare.perSecond)} messages/s${targetNote(`${formatCount(wantedRate)}/s`, telemetry.perSecond >= wantedRate)}`,
    )
    print(
      `                         order answered ${ms(bare.fanOutMs)}   ${formatRatio(fastest.tookMs, bare.fanOutMs)}${targetNote(`${MAX_FAN_OUT_RATIO} ×`, fastest.tookMs <= MAX_FAN_OUT_RATIO * bare.fanOutMs)}`,
    )
  })
  if (!hasRun) print(`Connected devices, ${kind}: NOT RUN (needs its program, and TEST_DATABASE_URL)`)
}
