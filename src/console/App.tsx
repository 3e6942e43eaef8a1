/**
 * The console: react-admin on our routes, session, calls, sentences and look.
 *
 * **How a feature is registered.** `features/{name}/index.ts` exports a `Feature`: the resource's name in `config/resources/` and its
 * screens, each given with `lazyComponent(() => import('./OrderList'))` and default-exported by its file. It is added to `FEATURES`
 * in `shell/routes.tsx`; its address and name come from config. Resources without one get list and form from `features/records`. A
 * screen of no resource is a line of `PAGES` there. A dialog that a list opens is an `Action` (`feature.ts`), put under its config
 * name (`control`, `registerDevices`) into `ACTIONS` there; lists ask `useActions()`. Screens sit in `<Screen title>`, calls are
 * reached by react-admin's hooks and `useFleet()` (`api/fleet.ts`), the user by `useUser()` and `useReach()` (`auth/`), config by
 * `useConfig()`, its words by `useWords()`; widgets are in `ui/`.
 */
import { CssBaseline } from '@mui/material'
import { CoreAdminUI, CustomRoutes } from 'ra-core'
import { useMemo } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router'
import { createClient } from './api/client'
import { createDataProvider } from './api/dataProvider'
import { createQueryClient } from './api/queryClient'
import { createAuthProvider } from './auth/authProvider'
import { useSession } from './auth/useSession'
import { ConfigProvider } from './config'
import { ActionsProvider } from './feature'
import { LoginPage, RegisterPage } from './features/account'
import { paths } from './paths'
import { session } from './session'
import { type Boot, fetchMessages } from './shell/boot'
import { createI18nProvider } from './shell/i18n'
import { PageServices } from './shell/PageServices'
import { routerProvider } from './shell/router'
import { ACTIONS, pageRoutes, resourceRoutes } from './shell/routes'
import { Shell } from './shell/Shell'
import { Denied, ErrorPage, NotFound } from './shell/StateScreens'
import { darkTheme, lightTheme } from './shell/theme'
import { usePrinting } from './shell/usePrinting'
import { userStore } from './shell/userStore'

export function App({ boot }: { boot: Boot }) {
  const router = useMemo(() => createBrowserRouter([{ path: '*', element: <Console boot={boot} /> }]), [boot])
  return <RouterProvider router={router} />
}

function Console({ boot }: { boot: Boot }) {
  const { config } = boot
  const providers = useMemo(() => createProviders(boot), [boot])
  const email = useSession()?.user.email
  const printing = usePrinting()
  // Another user gets another store and another cache: nothing of the last one's is shown to the next.
  const own = useMemo(() => ({ store: userStore(email), queryClient: createQueryClient() }), [email])
  const routes = useMemo(() => resourceRoutes(config), [config])
  const main = paths.main(config.app.products[0]!.slug)

  return (
    <ConfigProvider value={config}>
      <ActionsProvider value={ACTIONS}>
        <AdminContext
          key={email ?? ''}
          {...providers}
          {...own}
          darkTheme={printing ? lightTheme : darkTheme}
          lightTheme={lightTheme}
          defaultTheme={config.app.theme}
        >
          <CssBaseline enableColorScheme />
          <CoreAdminUI
            disableTelemetry
            title=""
            layout={Shell}
            loginPage={LoginPage}
            catchAll={NotFound}
            error={ErrorPage}
            accessDenied={Denied}
          >
            <CustomRoutes noLayout>
              <Route path={paths.register} element={<RegisterPage />} />
              <Route path={paths.error} element={<ErrorPage />} />
            </CustomRoutes>
            <CustomRoutes>
              <Route path={paths.root} element={<Navigate to={main} replace />} />
              <Route path={paths.app} element={<Navigate to={main} replace />} />
              {pageRoutes}
            </CustomRoutes>
            {routes}
          </CoreAdminUI>
          <PageServices />
        </AdminContext>
      </ActionsProvider>
    </ConfigProvider>
  )
}

/** What lives as long as the page. */
function createProviders({ config, messages }: Boot) {
  const i18nProvider = createI18nProvider(config, messages, fetchMessages)
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
    ),
    authProvider: createAuthProvider(session, client, config),
    routerProvider,
  }
}
