/**
 * react-admin's view of the session. `canAccess` and never `getPermissions`, which calls `logout()` over and over for
 * anonymous visitors where it resolves at once.
 */
import type { AuthProvider } from 'ra-core'
import type { CompiledConfig } from '../../engine/compiled'
import { configForRole } from '../../engine/roles'
import { type ApiClient, undefinedIfMissing } from '../api/client'
import { paths } from '../paths'
import type { SessionStore } from '../session'
import { mayAccess } from './access'
import { noteSignOutAt } from './returnAddress'

export interface FleetAuth extends AuthProvider {
  /** Renews the token; false where the server cannot. */
  renew(): Promise<boolean>
  /** Signs in by the password of the account to which the waiting account of a provider is linked with that. */
  link(password: string): Promise<void>
}

export function createAuthProvider(
  session: SessionStore,
  client: ApiClient,
  config: CompiledConfig,
): FleetAuth {
  return {
    /** Sends the credentials; the session that begins is what takes the user onwards. */
    login: async ({ email, password, signal }) => {
      const response: unknown = await client.payload('auth.login', { body: { email, password }, signal })
      const token = tokenIn(response)
      if (!token || !session.begin(token)) throw new Error('account.login.badToken')
    },

    link: async password => {
      const token = tokenIn(await client.payload('auth.link', { body: { password } }))
      if (!token || !session.begin(token)) throw new Error('account.login.badToken')
    },

    /** Calls the server without waiting for it: it may not have the call, or be unreachable. */
    logout: async () => {
      if (session.current()) {
        void undefinedIfMissing(client.call('auth.logout')).catch(() => undefined)
        noteSignOutAt(window.location.pathname + window.location.search + window.location.hash)
        session.end('signedOut')
      }
      return false
    },

    renew: async () => {
      const before = session.current()?.token
      const response = await undefinedIfMissing(client.payload('auth.refresh'))
      const next = tokenIn(response)
      // While it waited the user may have signed out, or another tab may have renewed.
      if (next && session.current()?.token === before) session.begin(next)
      return response !== undefined
    },

    checkAuth: async () => {
      if (!session.current()) throw { message: false, redirectTo: paths.login }
    },

    // A 401 has ended the session in the client already, and 403 ends nothing.
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

/** The token in an answer, in its envelope's payload, bare, or under its own name. */
export function tokenIn(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer.trim().replace(/^"|"$/g, '') || undefined
  if (typeof answer !== 'object' || answer === null) return undefined
  const { token, payload } = answer as { token?: unknown; payload?: unknown }
  return tokenIn(token) ?? tokenIn(payload)
}
