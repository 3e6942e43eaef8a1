/**
 * The session of the signed-in user (§4, decision 37). Token and `user` claim are in local storage. This module reads
 * them, ends the session at expiry, follows other tabs, and notifies subscribers. It does not depend on screens or
 * calls.
 */
import type { User } from '../contract/auth'
import type { RuleContext } from '../engine/conditions'
import { localStore, type SafeStorage } from './browserStorage'
import { createObservable } from './observable'
import { serverTime } from './serverClock'

/** The stored part of the token's user claim: level, name and e-mail only (§3). */
export type StoredUser = Pick<User, 'level' | 'name' | 'email'>

export interface Session {
  token: string
  user: StoredUser
  /** The user's id, if in the token. */
  id?: number
  /** The user's vendor, if in the token; 0 for none. */
  vendor?: number
  /** The user's role, if in the token; it changes config (`configForRole`). */
  role?: string
  /** When the token expires, in milliseconds since 1970. */
  expires: number
  /** When the session ends although it is renewed, in milliseconds since 1970, if in the token. */
  ends?: number
}

/** Why a session ended. */
type Ending =
  | 'signedOut'
  | 'expired'
  /** The server has refused the token. */
  | 'refused'
  /** The user has signed out in another tab. */
  | 'elsewhere'
  /** The token in the URL was invalid. */
  | 'unreadable'
  /** The user's e-mail address has changed. */
  | 'renamed'

const TOKEN_KEY = 'token'
const USER_KEY = 'user'

/** `setTimeout` fires at once for longer times; longer waits are split. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Decodes a token; `undefined` if it is invalid or expired (§4). */
export function readToken(token: string | null | undefined, now = serverTime()): Session | undefined {
  const claims = decodeClaims(token)
  if (!token || !claims) return undefined
  const { exp, user, ends } = claims
  if (typeof exp !== 'number' || !Number.isFinite(exp) || exp * 1000 <= now) return undefined
  if (typeof user !== 'object' || user === null) return undefined
  const { id, level, name, email, vendor, role } = user as Record<string, unknown>
  if (typeof level !== 'number') return undefined
  return {
    token,
    user: { level, name: String(name ?? ''), email: String(email ?? '') },
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof vendor === 'number' ? { vendor } : {}),
    ...(typeof role === 'string' && role !== '' ? { role } : {}),
    expires: exp * 1000,
    ...(typeof ends === 'number' && Number.isFinite(ends) && { ends: ends * 1000 }),
  }
}

function decodeClaims(token: string | null | undefined): Record<string, unknown> | undefined {
  try {
    const part = token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(part), char => char.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The page has one session (`session` below); tests create their own. */
export function createSession(storage: SafeStorage = localStore) {
  const current = createObservable(readToken(storage.getItem(TOKEN_KEY)))
  let ending: Ending | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function watchExpiry() {
    clearTimeout(timer)
    const expires = current.get()?.expires
    if (expires === undefined) return
    const remainingMs = expires - serverTime()
    if (remainingMs <= 0) end('expired')
    else timer = setTimeout(watchExpiry, Math.min(remainingMs, MAX_TIMEOUT_MS))
  }

  /** Starts a session with this token. For an invalid token it returns `undefined` and changes nothing. */
  function begin(token: string): Session | undefined {
    const next = readToken(token)
    if (!next) return undefined
    storage.setItem(TOKEN_KEY, token)
    storage.setItem(USER_KEY, JSON.stringify(next.user))
    ending = undefined
    current.set(next)
    watchExpiry()
    return next
  }

  /** Clears token, user and cookie (§4). */
  function end(why: Ending): void {
    clearTimeout(timer)
    storage.removeItem(TOKEN_KEY)
    storage.removeItem(USER_KEY)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `${TOKEN_KEY}=; Max-Age=0; path=/`
    // Without a session there is no ending to explain, except for an invalid token in the URL.
    if (current.get() || why === 'unreadable') ending = why
    current.set(undefined)
  }

  function onStorage(event: StorageEvent) {
    if (!storage.isSource(event)) return
    if (event.key !== TOKEN_KEY && event.key !== null) return
    const next = readToken(storage.getItem(TOKEN_KEY))
    const before = current.get()
    if (next?.token === before?.token) return
    if (next) ending = undefined
    else if (before) ending = 'elsewhere'
    current.set(next)
    watchExpiry()
  }

  // The stored token has expired while the console was closed. `end` records no ending without a session.
  if (!current.get() && storage.getItem(TOKEN_KEY)) {
    end('expired')
    ending = 'expired'
  }
  // Overwrites the stored user: earlier versions of the console stored more fields.
  const stored = current.get()
  if (stored) storage.setItem(USER_KEY, JSON.stringify(stored.user))
  watchExpiry()
  window.addEventListener('storage', onStorage)

  return {
    /** The current session; the same object until it changes. */
    current: current.get,
    /** Why the last session ended, for the login page. */
    ending: () => ending,
    begin,
    end,
    subscribe: current.subscribe,
    /** Removes timers and listeners; for tests. */
    dispose() {
      clearTimeout(timer)
      window.removeEventListener('storage', onStorage)
    },
  }
}

export type SessionStore = ReturnType<typeof createSession>

export const session = createSession()

/** Whether this tab shows a wall: its session is renewed although no user is active. */
export const isWallOpen = createObservable(false)

/** The signed-in user for conditions and expressions of config. Has `id` and `vendor` only if the token has them. */
export function conditionUser(current: Session | undefined): NonNullable<RuleContext['user']> {
  const { name, email } = current?.user ?? { name: '', email: '' }
  const { id, vendor } = current ?? {}
  return { name, email, ...(id !== undefined && { id }), ...(vendor !== undefined && { vendor }) }
}
