/** The token of a session that has just begun. */

import { endOfSession } from '../../commands/accounts/sessions'
import type { SignedIn } from '../../commands/accounts/signIn'
import type { Deps } from '../../deps'
import { claimOf } from '../../roles'

export function firstToken(
  { tokens, config, now }: Pick<Deps, 'tokens' | 'config' | 'now'>,
  { user, session }: SignedIn,
): Promise<string> {
  const { token, session: ages } = config.current().server
  const begun = now()
  const ends = endOfSession(begun, false, ages)
  return tokens.issue(claimOf(user, config.current()), begun, token.minutes, session, ends)
}
