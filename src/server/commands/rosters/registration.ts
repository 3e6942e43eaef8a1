/**
 * Sheets of devices are stored one at a time, across all processes of a database: two with the same devices would
 * deadlock. Who waits holds no connection, and waits for so long only (security 54).
 */
import { sql } from 'kysely'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { readValue } from '../../store/counts'
import type { Db } from '../../store/database'
import { Turns } from '../../turns'
import { changing } from '../changing'
import { type RosterSettings, refuseCancelled } from './rosterProblems'

const REGISTRATION_LOCK = 7_262_901
/** Longer than a frozen process keeps the lock (`BULK_WAITS.idleMs`). */
const WAIT_MS = 30_000
/** How often the lock of another process is tried. */
const TRY_EVERY_MS = 250
const RETRY_AFTER_SECONDS = 10

const queues = new WeakMap<Db, Turns>()

/**
 * Runs the work in a transaction of the caller's that stores a sheet; one sheet is stored at a time.
 *
 * @throws Refusal as `changing`, 429 when another sheet takes too long, 409 once the sender has cancelled
 */
export async function inRegistration<Result>(
  db: Db,
  caller: Caller,
  settings: Pick<RosterSettings, 'cancelled'>,
  work: (tx: Db) => Promise<Result>,
  waitMs = WAIT_MS,
): Promise<Result> {
  const until = performance.now() + waitMs
  const queue = queues.get(db) ?? new Turns(() => 1)
  queues.set(db, queue)
  const giveBack = await queue.take(waitMs)
  if (!giveBack) throw busy()
  try {
    for (;;) {
      refuseCancelled(settings)
      const done = await changing(db, caller, async tx => {
        if (await isOurs(tx)) return { result: await work(tx) }
      })
      if (done) return done.result
      if (performance.now() >= until) throw busy()
      await new Promise(resolve => setTimeout(resolve, TRY_EVERY_MS))
    }
  } finally {
    giveBack()
  }
}

const isOurs = (tx: Db): Promise<boolean> =>
  readValue(tx, sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(REGISTRATION_LOCK)})`)

const busy = () => new Refusal(429, 'upload.registering', {}, { retryAfter: RETRY_AFTER_SECONDS })
