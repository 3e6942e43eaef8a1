/** The regular work of the server: checks the clock, expires orders and sessions, and tidies up the database. */
import type { FastifyInstance } from 'fastify'
import { sweepSessions } from '../commands/accounts/sessions'
import { sweepSignIn } from '../commands/accounts/signIn'
import { sweepOnceTokens } from '../commands/accounts/socialSignIn'
import { sweepBulk } from '../commands/bulk/job'
import { thinDeviceHistory } from '../commands/gateway/thinning'
import { sweepHistory } from '../commands/history'
import { sweepOrders } from '../commands/orders/moveTargets'
import type { Deps } from '../deps'
import { pgliteTidier } from '../store/pglite/tidyPglite'
import type { Clock } from './clock'
import { computedSweeps } from './computedSweeps'
import { counterSweeps } from './counterSweeps'

const HOUR = 60 * 60_000
const CLOCK_EVERY_MS = 2_000

type Sweeping = Pick<Deps, 'db' | 'bulkDb' | 'config'> & { clock: Clock }

export function startSweeps(app: FastifyInstance, { db, bulkDb, config, clock }: Sweeping): void {
  const server = () => config.current().server
  /** The pause between the end of a run and the beginning of the next. */
  const regularly = (everyMs: () => number, sweep: () => Promise<unknown>) => {
    const run = async () => {
      await sweep().catch((error: unknown) => app.log.warn({ err: error }, 'sweep failed'))
      setTimeout(run, everyMs()).unref()
    }
    void run()
  }
  /** Nothing expires while the time is in doubt. */
  const expire = (everyMs: () => number, sweep: (at: Date) => Promise<unknown>) =>
    regularly(everyMs, async () => {
      const at = await clock.check()
      if (at) await sweep(at)
    })

  regularly(() => CLOCK_EVERY_MS, clock.check)
  expire(
    () => HOUR,
    async at => {
      await sweepSignIn(bulkDb, at, server().signIn)
      await sweepOnceTokens(bulkDb, at)
      await sweepSessions(bulkDb, server().session, at)
      await sweepHistory(bulkDb, server().history, at)
      await sweepBulk(bulkDb)
      await thinDeviceHistory(bulkDb, server().gateway, at)
    },
  )
  expire(
    () => server().order.sweepSeconds * 1000,
    at => sweepOrders(bulkDb, at),
  )
  const counters = counterSweeps(bulkDb)
  regularly(counters.foldAgainMs, counters.fold)
  regularly(() => HOUR, counters.tidy)
  const computed = computedSweeps(bulkDb, config)
  regularly(computed.againMs, computed.recompute)
  regularly(() => server().pglite.tidySeconds * 1000, pgliteTidier(db))
}
