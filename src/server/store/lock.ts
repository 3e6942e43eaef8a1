/** Locks by which one process at a time does a work of several transactions. */
import { type Kysely, sql } from 'kysely'
import { readValue } from './counts'

/** Connections for `withLock`: two transactions at once, and one for single statements (`BoundedDriver`). */
export const LOCKING_CONNECTIONS = 3

/**
 * Runs `work` unless another process holds the lock. A transaction on a second connection holds it: a lock of a session
 * is not safe with a pooler, which may run the unlock in another session so that the lock stays.
 *
 * @param db PostgreSQL with at least `LOCKING_CONNECTIONS` and no limit for idle transactions
 * @param key of the advisory lock
 * @returns the result of `work`; `undefined` if another process holds the lock
 */
export function withLock<Tables, Result>(
  db: Kysely<Tables>,
  key: bigint | number,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  return db.transaction().execute(async tx => {
    const isLocked = await readValue(tx, sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(key)})`)
    return isLocked ? { result: await work() } : undefined
  })
}
