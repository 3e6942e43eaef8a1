/** Runs each change in a transaction that first confirms the caller's rights (decision 113). */
import { setTimeout } from 'node:timers/promises'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import { type Db, inTransaction } from '../store/database'
import { isDeadlock } from '../store/failures'
import { accountOf, hasRightsOf } from './accounts/sessions'

const MAX_ATTEMPTS = 3
/**
 * The pause before the next attempt, in which waiting transactions get the locks of the aborted one. A random time of
 * up to `spread` is added.
 */
const PAUSE_MS = { min: 20, spread: 60 }

/**
 * Runs a change in a new transaction, or in `db` if that is one already. The caller's rights are read again
 * in it and locked until its end: a demotion, move, deactivation or sign-out of the caller waits for it (security 43).
 *
 * @throws Refusal 401 if the caller was signed out since the request began, 403 `rightsChanged` if its rights changed
 */
export async function changing<Result>(
  db: Db,
  caller: Caller,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async tx => {
        await confirmRights(tx, caller)
        return work(tx)
      })
    } catch (error) {
      // PostgreSQL has rolled back this transaction, for example because two users change each other's account.
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
      await setTimeout(PAUSE_MS.min + Math.random() * PAUSE_MS.spread)
    }
  }
}

async function confirmRights(tx: Db, caller: Caller): Promise<void> {
  const account = await accountOf(tx, caller.session, caller.id)
    // The weakest sufficient lock: it only blocks changes of rights, which lock the whole row.
    .forKeyShare(['clients', 'vendors', 'sessions'])
    .executeTakeFirst()
  if (!account) throw new Refusal(401, 'signedOut')
  if (!hasRightsOf(account, caller)) throw new Refusal(403, 'rightsChanged')
}
