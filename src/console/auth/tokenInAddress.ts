/** `/login?token=…` signs in (§2). The token leaves address and history before anything else runs (security 18). */
import { createObservable } from '../observable'
import { paths } from '../paths'
import { readToken, type SessionStore, type StoredUser, session as theSession } from '../session'

/** What came; without token and user where it cannot be read or is over. */
interface TokenOffer {
  token?: string
  user?: StoredUser
}

/** A token that came while somebody is signed in: it is tried and asked about before it takes a session's place (`shell/TokenOffer`). */
export const offeredToken = createObservable<TokenOffer | undefined>(undefined)

/**
 * Takes the token out of the address. With nobody signed in it is the login token, and one that is not valid ends in a message on the
 * login page; over a session it is an offer.
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
