/** Runs the simulator of the demo devices while the server runs, and restarts it after a crash. */
import type { Log } from '../gateway/log'
import type { Db } from '../store/database'
import { demoDevices, issueDemoSecrets } from './demoDevices'
import { type Simulator, type SimulatorSettings, spawnSimulator } from './simulator'

/**
 * How the demo devices behave: they answer an order within seconds after its hold has ended, and are offline for a
 * minute or two a few times a day.
 */
const DEMO_BEHAVIOUR = {
  seed: 20_260_401,
  fail: 0.03,
  offline: 0.01,
  beginAway: false,
  cycleSeconds: 3 * 3600,
  answerMs: [1_000, 6_000],
  telemetrySeconds: 300,
  keepaliveSeconds: 240,
  connectsPerSecond: 150,
} as const satisfies Partial<SimulatorSettings>

/** The delay of a restart after a crash or failed start; each further crash doubles it, up to the maximum. */
const RESTART_MS = 1_000
const MAX_RESTART_MS = 60_000
/** After running this long, the next crash counts as the first. */
const STEADY_MS = 120_000

export interface SimulatingDeps {
  db: Db
  log: Log
  /** The URL of the broker. */
  url: string
}

export interface Simulating {
  /** Disconnects these devices, which another simulator uses now. Devices of an earlier call return unless listed. */
  lend(imeis: readonly string[]): void
  /** Stops the simulator and its devices. */
  stop(): void
}

/** Starts the simulator, and restarts it when it ends or could not be started. */
export function keepSimulating({ db, log, url }: SimulatingDeps): Simulating {
  let isStopped = false
  let lent: readonly string[] = []
  let running: Simulator | undefined
  let crashes = 0
  const run = async () => {
    const began = performance.now()
    const devices = await readDevices()
    if (isStopped || devices.length === 0) return
    running = await spawnSimulator({ settings: { ...DEMO_BEHAVIOUR, url }, devices })
    if (isStopped) return running.kill()
    running.change({ lent })
    log.info({ devices: devices.length }, 'the devices of the demo are simulated')
    const { code, stderrEnd } = await running.ended
    running = undefined
    if (performance.now() - began > STEADY_MS) crashes = 0
    throw new Error(`the simulator has ended (${code}): ${stderrEnd}`)
  }
  const readDevices = async () => {
    await issueDemoSecrets(db)
    return demoDevices(db)
  }
  const start = () =>
    void run().catch((err: unknown) => {
      if (isStopped) return
      const waitMs = Math.min(RESTART_MS * 2 ** crashes++, MAX_RESTART_MS)
      setTimeout(start, waitMs).unref()
      log.warn({ err, waitMs }, 'the simulator of the demo does not run and is started again')
    })
  start()
  return {
    lend(imeis) {
      lent = imeis
      running?.change({ lent })
    },
    stop() {
      isStopped = true
      running?.kill()
    },
  }
}
