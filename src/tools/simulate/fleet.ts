/** Many simulated devices in one process. */
import type {
  SimulatedDevice,
  SimulatorChange,
  SimulatorReport,
  SimulatorSettings,
} from '../../server/demo/simulator'
import { type SimulatorCounts, VirtualDevice } from './device'
import { openExecuted } from './executed'

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
} as const satisfies SimulatorSettings

export interface SimulatedFleet {
  report(): SimulatorReport
  change(change: SimulatorChange): void
  /** @param gently devices take leave; otherwise their last will is published */
  stop(gently: boolean): void
}

export function startFleet(devices: readonly SimulatedDevice[], settings: SimulatorSettings): SimulatedFleet {
  const { url, seed, state, connectsPerSecond } = settings
  const behaviour = { ...settings }
  const executed = openExecuted(state)
  const tally: SimulatorCounts = { telemetry: 0, connects: 0, refused: 0 }
  const address = new URL(url)
  const fleet = devices.map(
    identity => new VirtualDevice(identity, address, behaviour, executed, tally, seed),
  )
  for (const device of fleet) device.start((fleet.length / connectsPerSecond) * 1000)
  return {
    report: () => ({
      ...tally,
      ...executed.counts(),
      connected: fleet.filter(({ connected }) => connected).map(({ imei }) => imei),
    }),
    change(change) {
      Object.assign(behaviour, change)
      for (const device of fleet) device.measureAnew()
    },
    stop(gently) {
      for (const device of fleet) device.stop(gently)
    },
  }
}
