/** `/login?token=…` signs in (§2). The token leaves address and history before anything else runs (security.md 18). */

import { paths } from '../paths'
import { type SessionStore, session as theSession } from '../session'

/** Takes the token out of the address. A token that is not valid ends in a message on the login page. */
export function takeTokenFromAddress(session: SessionStore = theSession): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (token === null || pathname.replace(/\/+$/, '') !== paths.login) return
  query.delete('token')
  const rest = query.toString()
  window.history.replaceState(window.history.state, '', pathname + (rest ? `?${rest}` : '') + hash)
  if (!session.begin(token)) session.end('unreadable')
}
