/** The transaction of every change, in which the rights are read again (decision 113). */
import { setTimeout } from 'node:timers/promises'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import { type Db, inTransaction } from '../store/database'
import { isDeadlock } from '../store/failures'
import { accountOf, hasRightsOf } from './accounts/sessions'

/** How often a change is tried when it deadlocks with another. */
const TRIES = 3
/** The pause before the next try: waiting transactions must get the aborted one's locks before it comes back. */
const PAUSE_MS = { least: 20, spread: 60 }

/**
 * Runs a change in a transaction, or in the caller's transaction that is under way. The caller's rights are read again
 * in it and locked until its end: a demotion, move, deactivation or sign-out of the caller waits for it (security 43).
 *
 * @throws Refusal 401 when the sender is signed out by now, 403 `rightsChanged` with other rights than when the request
 *   began
 */
export async function changing<Result>(
  db: Db,
  caller: Caller,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(db, async tx => {
        await confirmRights(tx, caller)
        return work(tx)
      })
    } catch (error) {
      // Two who change each other's account: one of them has been undone as a whole.
      if (!isDeadlock(error) || tries === TRIES) throw error
      await setTimeout(PAUSE_MS.least + Math.random() * PAUSE_MS.spread)
    }
  }
}

async function confirmRights(tx: Db, caller: Caller): Promise<void> {
  const found = await accountOf(tx, caller.session, caller.id)
    // The weakest lock that is enough: taking rights away locks the whole row, and other changes of it need not wait.
    .forKeyShare(['clients', 'vendors', 'sessions'])
    .executeTakeFirst()
  if (!found) throw new Refusal(401, 'signedOut')
  if (!hasRightsOf(found, caller)) throw new Refusal(403, 'rightsChanged')
}
