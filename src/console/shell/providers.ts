/** What the console reads, writes and keeps by: made before the first screen, so that its rows are asked for ahead. */

import type { QueryClient } from '@tanstack/react-query'
import type { Store } from 'ra-core'
import { createClient } from '../api/client'
import { createDataProvider } from '../api/dataProvider'
import { createQueryClient } from '../api/queryClient'
import { createAuthProvider } from '../auth/authProvider'
import { conditionUser } from '../auth/useSession'
import { session } from '../session'
import { userStore } from '../userStore'
import { fetchMessages, type StartData } from './boot'
import { createI18nProvider } from './i18n'
import { routerProvider } from './router'

/** What a user has while the page stands: preferences, and what was read. */
export interface UserProviders {
  email: string | undefined
  store: Store
  queryClient: QueryClient
}

export function createUserProviders(email: string | undefined): UserProviders {
  const queryClient = createQueryClient()
  // react-admin asks for permissions, which are not used here (`auth/access`); the answer would have every route
  // rendered again.
  queryClient.setQueryData(['auth', 'getPermissions', {}], [])
  return { email, store: userStore(email), queryClient }
}

export type Providers = ReturnType<typeof createProviders>

/** What lives as long as the page. */
export function createProviders(boot: StartData) {
  const { config } = boot
  const i18nProvider = createI18nProvider(boot, fetchMessages)
  const client = createClient({
    timeoutMs: config.app.timing.requestTimeoutMs,
    stillWaitingMs: config.app.timing.stillWaitingMs,
    token: () => session.current()?.token,
    user: () => session.current()?.user.email,
    locale: () => i18nProvider.getLocale(),
    translate: (key, options) => i18nProvider.translate(key, options),
    onUnauthorised: () => session.end('refused'),
  })
  return {
    i18nProvider,
    dataProvider: createDataProvider(
      client,
      config,
      () => session.current()?.user.level ?? 0,
      () => session.current()?.user.email,
      () => conditionUser(session.current()),
    ),
    authProvider: createAuthProvider(session, client, config),
    routerProvider,
  }
}
