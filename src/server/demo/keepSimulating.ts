/** Keeps the simulator of the demo's devices running beside the server. */
import type { Log } from '../gateway/log'
import type { Db } from '../store/database'
import { demoDevices, issueDemoSecrets } from './demoDevices'
import { type Simulator, type SimulatorSettings, spawnSimulator } from './simulator'

/**
 * How the demo's devices behave: the answers to an order arrive within seconds of the end of its hold; a device is away
 * for a minute or two a few times a day.
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

/**
 * After a crash, or where it could not be started, it is started again: after so long at first, then twice as long each
 * time.
 */
const AGAIN_MS = 1_000
const AGAIN_MS_MOST = 60_000
/** One that ran for so long is a new beginning. */
const STEADY_MS = 120_000

export interface SimulatingDeps {
  db: Db
  log: Log
  /** The broker. */
  url: string
}

export interface Simulating {
  /** These devices take leave and stay away: somebody else plays them. What was said before is over. */
  lend(imeis: readonly string[]): void
  /** Stops it, and its devices with it. */
  stop(): void
}

/** Starts it, and starts it again when it ends by itself or could not be started. */
export function keepSimulating({ db, log, url }: SimulatingDeps): Simulating {
  let stopped = false
  let lent: readonly string[] = []
  let running: Simulator | undefined
  let crashes = 0
  const run = async () => {
    const began = performance.now()
    const devices = await readDevices()
    if (stopped || devices.length === 0) return
    running = await spawnSimulator({ settings: { ...DEMO_BEHAVIOUR, url }, devices })
    if (stopped) return running.kill()
    running.change({ lent })
    log.info({ devices: devices.length }, 'the devices of the demo are simulated')
    const { code, said } = await running.ended
    running = undefined
    if (stopped) return
    if (performance.now() - began > STEADY_MS) crashes = 0
    log.warn({ code, said, waitMs: again() }, 'the simulator of the demo has ended and is started again')
  }
  /** @returns in how many milliseconds */
  const again = () => {
    const waitMs = Math.min(AGAIN_MS * 2 ** crashes++, AGAIN_MS_MOST)
    setTimeout(start, waitMs).unref()
    return waitMs
  }
  const readDevices = async () => {
    await issueDemoSecrets(db)
    return demoDevices(db)
  }
  const start = () =>
    void run().catch((err: unknown) => {
      if (stopped) return
      log.warn({ err, waitMs: again() }, 'the simulator of the demo could not be started and is tried again')
    })
  start()
  return {
    lend(imeis) {
      lent = imeis
      running?.change({ lent })
    },
    stop() {
      stopped = true
      running?.kill()
    },
  }
}
