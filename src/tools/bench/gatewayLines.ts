/** The figures of many connected devices, each beside the least that it can cost. */
import { timeBareBroker } from './bareBroker'
import { timeBareTelemetry } from './bareTelemetry'
import { CLOSE, timeFanOut, timeTelemetry } from './gateway'
import { type Broker, RABBITMQ_PACE, withGatewayWorld } from './gatewayWorld'
import { many, ms, print, target, times } from './print'

/** `CONNECTED` of the environment takes another number. */
const CONNECTED = Number(process.env.CONNECTED ?? 10_000)
/** What one of them may take of the server's memory. */
const DEVICE_KB = 60
/** What an order to all may take, of what the broker alone takes. */
const FAN_OUT_TIMES = 2
/** Which part of the bare client's rows a second the gateway should store. */
const TELEMETRY_PART = 0.5
const FAN_OUTS = 3
const DELIVERED = `at the delivered pace, ${many(RABBITMQ_PACE.perSecond)} orders/s and ${many(RABBITMQ_PACE.inFlight)} unanswered`
/** How quickly orders are handed out there. */
const PACE: Record<Broker, string> = {
  aedes: 'without limits',
  mosquitto: 'without limits',
  rabbitmq: DELIVERED,
}

export async function benchGateway(kind: Broker): Promise<void> {
  const ran = await withGatewayWorld(kind, { connected: CONNECTED }, async world => {
    const { kBPerDevice, connectSeconds } = world
    print(
      `${many(CONNECTED)} connected devices, on ${world.engine}, all of them ${connectSeconds.toFixed(0)} s after the first`,
    )
    print(
      `  memory of the server   ${kBPerDevice.toFixed(0)} kB a device${target(`${DEVICE_KB} kB`, kBPerDevice <= DEVICE_KB)}`,
    )
    const fanOuts: Awaited<ReturnType<typeof timeFanOut>>[] = []
    for (let at = 0; at < FAN_OUTS; at++) fanOuts.push(await timeFanOut(world))
    const best = fanOuts.toSorted((a, b) => a.tookMs - b.tookMs)[0]!
    print(
      `  order to all, answered ${fanOuts.map(({ tookMs }) => ms(tookMs)).join(', ')} (server ${ms(best.cpuMs)} of processor; ${PACE[kind]})`,
    )
    const telemetry = await timeTelemetry(world)
    print(
      `  telemetry sustained    ${many(telemetry.perSecond)} messages/s with ${telemetry.cores.toFixed(2)} cores in the server`,
    )
    const rows = await timeBareTelemetry(world.databaseUrl, world.devices)
    print(
      `    bare ${world.databaseUrl ? 'pg    ' : 'PGlite'}          ${many(rows)} rows/s   ${times(telemetry.perSecond, rows)}`,
    )
    const bare = await timeBareBroker(kind, world)
    // Both rates were looked for in steps: closer than one of them is the same.
    const wanted = Math.min(bare.telemetry / CLOSE, rows * TELEMETRY_PART)
    print(
      `    broker alone         ${many(bare.telemetry)} messages/s${target(`${many(wanted)}/s`, telemetry.perSecond >= wanted)}`,
    )
    print(
      `                         order answered ${ms(bare.fanOutMs)}   ${times(best.tookMs, bare.fanOutMs)}${target(`${FAN_OUT_TIMES} ×`, best.tookMs <= FAN_OUT_TIMES * bare.fanOutMs)}`,
    )
  })
  if (!ran) print(`Connected devices, ${kind}: NOT RUN (needs its program, and TEST_DATABASE_URL)`)
}
