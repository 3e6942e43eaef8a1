/**
 * react-admin's auth provider. It has `canAccess` but no `getPermissions`: if that resolves at once, react-admin calls
 * `logout()` in a loop for anonymous visitors.
 */
import type { AuthProvider } from 'ra-core'
import type { CompiledConfig } from '../../engine/compiled'
import { configForRole } from '../../engine/roles'
import { type ApiClient, undefinedIfMissing } from '../api/client'
import { paths } from '../paths'
import type { SessionStore } from '../session'
import { mayAccess } from './access'
import { rememberSignOutAddress } from './returnAddress'

export interface FleetAuth extends AuthProvider {
  /**
   * Renews the token.
   *
   * @param forWall whether to extend the session for a wall; from then on it may only read
   * @returns false if the server does not have the call
   */
  renew(forWall?: boolean): Promise<boolean>
  /**
   * Links a sign-in provider's account (`pendingLink`) to the user's account, which the password confirms; signs in.
   */
  link(password: string): Promise<void>
}

export function createAuthProvider(
  session: SessionStore,
  client: ApiClient,
  config: CompiledConfig,
): FleetAuth {
  return {
    /** Starts the session. The login page reacts to the session, not to this promise. */
    login: async ({ email, password, signal }) => {
      const response: unknown = await client.payload('auth.login', { body: { email, password }, signal })
      const token = tokenIn(response)
      if (!token || !session.begin(token)) throw new Error('account.login.badToken')
    },

    link: async password => {
      const token = tokenIn(await client.payload('auth.link', { body: { password } }))
      if (!token || !session.begin(token)) throw new Error('account.login.badToken')
    },

    /** Ends the session at once, without waiting for the server: it may be unreachable, or not have the call. */
    logout: async () => {
      if (session.current()) {
        void undefinedIfMissing(client.call('auth.logout')).catch(() => undefined)
        rememberSignOutAddress(window.location.pathname + window.location.search + window.location.hash)
        session.end('signedOut')
      }
      return false
    },

    renew: async (forWall = false) => {
      const before = session.current()?.token
      const response = await undefinedIfMissing(
        client.payload('auth.refresh', { query: forWall ? { wall: '1' } : {} }),
      )
      const next = tokenIn(response)
      // Meanwhile the user may have signed out, or another tab may have renewed the token.
      if (next && session.current()?.token === before) session.begin(next)
      return response !== undefined
    },

    checkAuth: async () => {
      if (!session.current()) throw { message: false, redirectTo: paths.login }
    },

    // The client itself has ended the session on a 401; a 403 does not end it.
    checkError: async () => undefined,

    getIdentity: async () => {
      const user = session.current()?.user
      return { id: user?.email ?? '', fullName: user?.name ?? '' }
    },

    canAccess: async ({ resource, action }) => {
      const current = session.current()
      return mayAccess(configForRole(config, current?.role), current?.user.level ?? 0, resource, action)
    },
  }
}

/** The token in a response: the text itself (maybe in quotes), or in `token` or `payload`. */
export function tokenIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body.trim().replace(/^"|"$/g, '') || undefined
  if (typeof body !== 'object' || body === null) return undefined
  const { token, payload } = body as { token?: unknown; payload?: unknown }
  return tokenIn(token) ?? tokenIn(payload)
}
