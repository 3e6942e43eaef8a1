/** Starts the periodic tasks of the server: check the clock, expire orders and sessions, tidy the database. */
import type { FastifyInstance } from 'fastify'
import { sweepSessions } from '../commands/accounts/sessions'
import { sweepSignIn } from '../commands/accounts/signIn'
import { sweepOnceTokens } from '../commands/accounts/socialSignIn'
import { sweepBulk } from '../commands/changes/job'
import { recordFleet, thinFleetHistory } from '../commands/fleetHistory'
import { thinDeviceHistory } from '../commands/gateway/thinning'
import { sweepHistory } from '../commands/history'
import { sweepOrders } from '../commands/orders/moveTargets'
import { recomputeSome } from '../commands/records/recompute'
import type { ConfigSource, Deps } from '../deps'
import type { Db } from '../store/database'
import { pgliteTidier } from '../store/pglite/pgliteTidier'
import type { Clock } from './clock'
import { counterSweeps } from './counterSweeps'

const HOUR = 60 * 60_000
const CLOCK_EVERY_MS = 2_000
const RECORD_EVERY_MS = 60_000

type Sweeping = Pick<Deps, 'db' | 'bulkDb' | 'config'> & { clock: Clock }

export function startSweeps(app: FastifyInstance, { db, bulkDb, config, clock }: Sweeping): void {
  const server = () => config.current().server
  /** Repeats the task; `everyMs` is the pause after each run. */
  const repeat = (everyMs: () => number, sweep: () => Promise<unknown>) => {
    const run = async () => {
      await sweep().catch((error: unknown) => app.log.warn({ err: error }, 'sweep failed'))
      setTimeout(run, everyMs()).unref()
    }
    void run()
  }
  /** Repeats a task that deletes or expires by time; skips it while the time is in doubt. */
  const repeatByTime = (everyMs: () => number, sweep: (now: Date) => Promise<unknown>) =>
    repeat(everyMs, async () => {
      const now = await clock.check()
      if (now) await sweep(now)
    })

  repeat(() => CLOCK_EVERY_MS, clock.check)
  repeatByTime(
    () => HOUR,
    async now => {
      await sweepSignIn(bulkDb, now, server().signIn)
      await sweepOnceTokens(bulkDb, now)
      await sweepSessions(bulkDb, server().session, now)
      await sweepHistory(bulkDb, server().history, now)
      await sweepBulk(bulkDb)
      await thinDeviceHistory(bulkDb, server().gateway, now)
      await thinFleetHistory(bulkDb, now)
    },
  )
  repeatByTime(
    () => server().order.sweepSeconds * 1000,
    now => sweepOrders(bulkDb, now),
  )
  // `recordFleet` reads all devices. On a large fleet it pauses longer, so that it runs at most a hundredth of the
  // time.
  let recordingMs = 0
  repeatByTime(
    () => Math.max(RECORD_EVERY_MS, 100 * recordingMs),
    async now => {
      const began = performance.now()
      const weakBelow = config.current().shared.app.limits.signal.warning
      await recordFleet(bulkDb, { now, weakBelow })
      recordingMs = performance.now() - began
    },
  )
  const counters = counterSweeps(bulkDb)
  repeat(counters.foldAgainMs, counters.fold)
  repeat(() => HOUR, counters.tidy)
  const computed = computedSweeps(bulkDb, config)
  repeat(computed.againMs, computed.recompute)
  repeat(() => server().pglite.tidySeconds * 1000, pgliteTidier(db))
}

/** The pause while there is nothing to do. */
const IDLE_MS = 5_000
/** The pause between two steps, so that requests are served. */
const STEP_MS = 20

function computedSweeps(db: Db, config: ConfigSource) {
  let againMs = IDLE_MS
  /** The config hash for which all values are stored. A process with an older config does not overwrite them. */
  let doneHash: string | undefined
  return {
    againMs: () => againMs,
    async recompute() {
      againMs = IDLE_MS
      const { shared } = config.current()
      if (shared.hash === doneHash) return
      const step = await recomputeSome(db, shared)
      if (step === 'more') againMs = STEP_MS
      if (step === 'done') doneHash = shared.hash
    },
  }
}
