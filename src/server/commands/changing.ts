/** Runs each change in a transaction that first confirms the caller's rights (decision 113). */
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import { type Db, inTransaction } from '../store/database'
import { retryDeadlocks } from '../store/retryDeadlocks'
import { accountOf, hasRightsOf } from './accounts/sessions'

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
  // Two users may change each other's account: one of their transactions is rolled back and begun again.
  return retryDeadlocks(() =>
    inTransaction(db, async tx => {
      await confirmRights(tx, caller)
      return work(tx)
    }),
  )
}

async function confirmRights(tx: Db, caller: Caller): Promise<void> {
  const account = await accountOf(tx, caller.session, caller.id)
    // The weakest sufficient lock: it only blocks changes of rights, which lock the whole row.
    .forKeyShare(['clients', 'vendors', 'sessions'])
    .executeTakeFirst()
  if (!account) throw new Refusal(401, 'signedOut')
  if (!hasRightsOf(account, caller)) throw new Refusal(403, 'rightsChanged')
}
