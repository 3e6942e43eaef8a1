/** `/login?token=…` signs in (§2). The token leaves address and history before anything else runs (security.md 18). */

import { paths } from '../paths'
import { readToken, type SessionStore, session as theSession } from '../session'
import { offeredToken } from './offeredToken'

/**
 * Takes the token out of the address. With nobody signed in it is the login token, and one that is not valid ends in a message on the
 * login page; over a session it is an offer (`shell/TokenOffer`).
 */
export function takeTokenFromAddress(session: SessionStore = theSession): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (token === null || pathname.replace(/\/+$/, '') !== paths.login) return
  query.delete('token')
  const rest = query.toString()
  window.history.replaceState(window.history.state, '', pathname + (rest ? `?${rest}` : '') + hash)
  const current = session.current()
  if (current) {
    const read = readToken(token)
    if (token !== current.token) offeredToken.set(read ? { token, user: read.user } : {})
  } else if (!session.begin(token)) session.end('unreadable')
}
