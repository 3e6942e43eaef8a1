/** Checks whether the callers of open streams still have the rights with which they connected. */
import { hasRightsOf, liveAccounts } from '../commands/accounts/sessions'
import type { Deps } from '../deps'
import type { Connection } from './connection'

/** Returns the streams whose session has ended or whose account has other rights now. */
export async function connectionsWithChangedRights(
  open: readonly Connection[],
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
): Promise<Connection[]> {
  const ages = config.current().server.session
  const sessions = [...new Set(open.map(({ reader }) => reader.caller.session))]
  const accounts = await liveAccounts(db, sessions, ages, now())
  return open.filter(({ reader: { caller } }) => {
    const account = accounts.get(caller.session)
    return !account || !hasRightsOf(account, caller)
  })
}
