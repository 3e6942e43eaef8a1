/**
 * Who is signed in (§4, Session; decision 37). The token and its `user` claim lie in local storage; this module reads
 * them, ends them at expiry, hears other tabs, and tells those who listen. It knows no screen and no call.
 */
import type { User } from '../contract/auth'
import { createObservable } from './observable'

/** What is stored of the user: level, name and e-mail, and nothing else of the token's claim (§3). */
export type StoredUser = Pick<User, 'level' | 'name' | 'email'>

export interface Session {
  token: string
  user: StoredUser
  /** The user's id, where the token says it. */
  id?: number
  /** The user's vendor, where the token says it; 0 for none. */
  vendor?: number
  /** The user's role, where the token says one: config is then read as that role has it. */
  role?: string
  /** When the token ends, in milliseconds since 1970. */
  expires: number
}

/**
 * Why a session ended: the user signed out, the token expired, the server refused it, another tab signed out, a given
 * token could not be read, the user's e-mail address has changed.
 */
type Ending = 'signedOut' | 'expired' | 'refused' | 'elsewhere' | 'unreadable' | 'renamed'

const TOKEN_KEY = 'token'
const USER_KEY = 'user'

/** `setTimeout` fires at once beyond this, so that far expiries are waited for in steps. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/** The session that a token stands for, or `undefined` when it cannot be read or is over (§4). */
export function readToken(token: string | null | undefined, now = Date.now()): Session | undefined {
  const claims = decodeClaims(token)
  if (!token || !claims) return undefined
  const { exp, user } = claims
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

/** One per page; tests make their own. */
export function createSession(storage: Storage = localStorage) {
  const current = createObservable(readToken(storage.getItem(TOKEN_KEY)))
  let ending: Ending | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function watchExpiry() {
    clearTimeout(timer)
    const expires = current.get()?.expires
    if (expires === undefined) return
    const left = expires - Date.now()
    if (left <= 0) end('expired')
    else timer = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMEOUT))
  }

  /** Takes a token as the login token and keeps it; `undefined` when it is not valid, and nothing has changed then. */
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
    if (current.get() || why === 'unreadable') ending = why
    current.set(undefined)
  }

  function onStorage(event: StorageEvent) {
    if (event.storageArea && event.storageArea !== storage) return
    if (event.key !== TOKEN_KEY && event.key !== null) return
    const next = readToken(storage.getItem(TOKEN_KEY))
    const before = current.get()
    if (next?.token === before?.token) return
    ending = next ? undefined : before ? 'elsewhere' : ending
    current.set(next)
    watchExpiry()
  }

  if (!current.get() && storage.getItem(TOKEN_KEY)) {
    end('expired')
    ending = 'expired'
  }
  // An earlier version of the console stored more.
  const stored = current.get()
  if (stored) storage.setItem(USER_KEY, JSON.stringify(stored.user))
  watchExpiry()
  window.addEventListener('storage', onStorage)

  return {
    /** The session in force. The same object until it changes. */
    current: current.get,
    /** Why the last one ended, for the login page to say. */
    ending: () => ending,
    begin,
    end,
    /** Calls back on every change; returns what stops that. */
    subscribe: current.subscribe,
    /** Stops timers and listening; for tests. */
    dispose() {
      clearTimeout(timer)
      window.removeEventListener('storage', onStorage)
    },
  }
}

export type SessionStore = ReturnType<typeof createSession>

export const session = createSession()
