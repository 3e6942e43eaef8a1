/**
 * Stores one sheet of devices at a time, across all processes of a database: two sheets with the same devices would
 * deadlock. Waiting holds no connection and has a time limit (security 54).
 */
import { sql } from 'kysely'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { Semaphore } from '../../semaphore'
import { readValue } from '../../store/counts'
import type { Db } from '../../store/database'
import { changing } from '../changing'
import { type RosterSettings, refuseCancelled } from './rosterProblems'

/** Key of the advisory lock by which one process at a time stores a sheet; an arbitrary number. */
const REGISTRATION_LOCK = 7_262_901
/** Longer than a frozen process keeps the lock (`BULK_LIMITS.idleMs`). */
const WAIT_MS = 30_000
/** Interval of attempts to take the lock while another process holds it. */
const RETRY_MS = 250
const RETRY_AFTER_SECONDS = 10

const queues = new WeakMap<Db, Semaphore>()

/**
 * Runs `work` in a transaction (`changing`) while no other sheet is stored.
 *
 * @throws Refusal as `changing`, 429 if other sheets take longer than `waitMs`, 409 after the sender has cancelled
 */
export async function inRegistration<Result>(
  db: Db,
  caller: Caller,
  settings: Pick<RosterSettings, 'cancelled'>,
  work: (tx: Db) => Promise<Result>,
  waitMs = WAIT_MS,
): Promise<Result> {
  const deadline = performance.now() + waitMs
  const queue = queues.get(db) ?? new Semaphore(() => 1)
  queues.set(db, queue)
  const release = await queue.acquire(waitMs)
  if (!release) throw busy()
  try {
    for (;;) {
      refuseCancelled(settings)
      const done = await changing(db, caller, async tx => {
        if (await tryLock(tx)) return { result: await work(tx) }
      })
      if (done) return done.result
      if (performance.now() >= deadline) throw busy()
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    }
  } finally {
    release()
  }
}

const tryLock = (tx: Db): Promise<boolean> =>
  readValue(tx, sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(REGISTRATION_LOCK)})`)

const busy = () => new Refusal(429, 'upload.registering', {}, { retryAfter: RETRY_AFTER_SECONDS })
