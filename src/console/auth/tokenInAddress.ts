/** Signs in by `/login?token=…` (§2). The token is removed from the address and the history first (security 18). */
import { isOneTimeToken } from '../../domain/social'
import { addressOf } from '../api/calls'
import { createObservable } from '../observable'
import { paths } from '../paths'
import { noteServerTime } from '../serverClock'
import { readToken, type SessionStore, type StoredUser, session as theSession } from '../session'
import { tokenIn } from './authProvider'
import { rememberReturnAddress } from './returnAddress'

/** A token from the address. Without `token` and `user` if it is unreadable or has expired. */
interface TokenOffer {
  token?: string
  user?: StoredUser
  /** The session was created for this visit, and must be ended if the user declines the token. */
  isNewSession?: boolean
}

/** A token that was in the address while a user was signed in. `shell/TokenOffer` asks whether to switch to it. */
export const offeredToken = createObservable<TokenOffer | undefined>(undefined)

/** True while a one-time token is exchanged for a session, or the server's time is fetched to check a token. */
export const isExchanging = createObservable(false)

/**
 * Takes the token out of the address. Without a session the user is signed in, or the login page says that the token is
 * invalid; with a session the token is offered (`offeredToken`). A one-time token of our server is exchanged first
 * (decision 331). The parameter `app` is the page to which the user goes after signing in.
 */
export function takeTokenFromAddress(session: SessionStore = theSession): Promise<void> {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  const [token, app] = [query.get('token'), query.get('app')]
  const isLoginPage = pathname.replace(/\/+$/, '') === paths.login
  if (!isLoginPage || (token === null && app === null)) return Promise.resolve()
  query.delete('token')
  query.delete('app')
  const rest = query.toString()
  window.history.replaceState(window.history.state, '', pathname + (rest ? `?${rest}` : '') + hash)
  if (app !== null) rememberReturnAddress(app)
  if (token !== null && isOneTimeToken(token)) return exchangeFor(token, session)
  return token === null ? Promise.resolve() : takeToken(token, session)
}

function acceptToken(token: string, session: SessionStore, isNewSession = false): void {
  const current = session.current()
  if (current) {
    const offered = readToken(token)
    if (token !== current.token) offeredToken.set(offered ? { token, user: offered.user, isNewSession } : {})
  } else if (!session.begin(token)) session.end('unreadable')
}

/** If the token seems to have expired by the browser's clock, it is read again by the server's time. */
async function takeToken(token: string, session: SessionStore): Promise<void> {
  if (!readToken(token)) {
    isExchanging.set(true)
    await fetch(window.location.pathname, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(({ headers }) => noteServerTime(headers.get('date')))
      .catch(() => undefined)
    isExchanging.set(false)
  }
  acceptToken(token, session)
}

async function exchangeFor(token: string, session: SessionStore): Promise<void> {
  isExchanging.set(true)
  const exchanged = await exchange(token)
  acceptToken(exchanged ?? '', session, true)
  isExchanging.set(false)
}

const TIMEOUT_MS = 20_000

/** Exchanges a one-time token. Does not use the client, which would send the token of the signed-in user. */
async function exchange(token: string): Promise<string | undefined> {
  try {
    const { method, url } = addressOf('auth.exchange')
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    noteServerTime(response.headers.get('date'))
    return response.ok ? tokenIn(await response.json()) : undefined
  } catch {
    return undefined
  }
}
