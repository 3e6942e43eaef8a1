/** Runs many simulated devices in one process. */
import type {
  SimulatedDevice,
  SimulatorChange,
  SimulatorReport,
  SimulatorSettings,
} from '../../server/demo/simulator'
import { ConnectQueue } from './connectQueue'
import { type SimulatorCounts, VirtualDevice } from './device'
import { openExecutedOrders } from './executedOrders'

/** How devices behave by default. */
export const DEFAULTS = {
  url: 'mqtt://127.0.0.1:18883',
  seed: 1,
  fail: 0,
  offline: 0,
  beginAway: true,
  cycleSeconds: 600,
  answerMs: [1_000, 8_000],
  telemetrySeconds: 60,
  keepaliveSeconds: 120,
  retryMs: 1_000,
  connectsPerSecond: 200,
  connecting: 1_000,
} as const satisfies SimulatorSettings

export interface SimulatedFleet {
  report(): SimulatorReport
  change(change: SimulatorChange): void
  /** @param gently devices send that they go offline; otherwise the broker publishes their last wills */
  stop(gently: boolean): void
}

export function startFleet(devices: readonly SimulatedDevice[], settings: SimulatorSettings): SimulatedFleet {
  const { url, seed, state, connectsPerSecond } = settings
  // All devices share this copy of the settings, which `change` modifies.
  const behaviour = { ...settings }
  const executed = openExecutedOrders(state)
  const counts: SimulatorCounts = { telemetry: 0, connects: 0, refused: 0 }
  const address = new URL(url)
  const queue = new ConnectQueue(settings.connecting)
  const fleet = devices.map(
    device => new VirtualDevice(device, address, behaviour, executed, counts, queue, seed),
  )
  const withinMs = (fleet.length / connectsPerSecond) * 1000
  for (const device of fleet) device.start(withinMs)
  return {
    report: () => ({
      ...counts,
      ...executed.counts(),
      connected: fleet.filter(({ connected }) => connected).map(({ imei }) => imei),
    }),
    change({ telemetrySeconds, lent }) {
      if (telemetrySeconds !== undefined) {
        behaviour.telemetrySeconds = telemetrySeconds
        for (const device of fleet) device.restartTelemetry()
      }
      if (!lent) return
      const lentImeis = new Set(lent)
      for (const device of fleet)
        if (lentImeis.has(device.imei)) device.handOver(withinMs)
        else device.resume(withinMs)
    },
    stop(gently) {
      for (const device of fleet) device.stop(gently)
    },
  }
}
