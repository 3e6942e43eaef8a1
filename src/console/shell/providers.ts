/** Creates the providers for react-admin. They exist before the first render, so that its rows can be prefetched. */
import type { QueryClient } from '@tanstack/react-query'
import type { Store } from 'ra-core'
import { createClient } from '../api/client'
import { createDataProvider } from '../api/dataProvider'
import { createQueryClient } from '../api/queryClient'
import { createAuthProvider } from '../auth/authProvider'

import { conditionUser, session } from '../session'
import { userStore } from '../userStore'
import { fetchMessages, type StartData } from './boot'
import { createI18nProvider } from './i18n'
import { routerProvider } from './router'

/** What belongs to one user: stored preferences, and cached data. */
export interface UserProviders {
  email: string | undefined
  store: Store
  queryClient: QueryClient
}

export function createUserProviders(email: string | undefined): UserProviders {
  const queryClient = createQueryClient()
  // react-admin fetches permissions, which are not used here (`auth/access`). Without this entry, their arrival would
  // render every route again.
  queryClient.setQueryData(['auth', 'getPermissions', {}], [])
  return { email, store: userStore(email), queryClient }
}

export type Providers = ReturnType<typeof createProviders>

/** Providers that stay the same when the user changes. */
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
