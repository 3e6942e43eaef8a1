/**
 * The console: react-admin on our routes, session, calls, sentences and look.
 *
 * **How a feature is registered.** `features/{name}/index.ts` exports a `Feature`: the resource's name in
 * `config/resources/` and its screens, each given with `lazyComponent(() => import('./OrderList'))` and
 * default-exported by its file. It is added to `FEATURES` in `shell/routes.tsx`; its address and name come from config.
 * Resources without one get list and form from `features/records`. A screen of no resource is a line of `PAGES` there.
 * A dialog that a list opens is an `Action` (`feature.ts`), put under its config name (`control`, `registerDevices`)
 * into `ACTIONS` there; lists ask `useActions()`. Screens sit in `<Screen title>`, calls are reached by react-admin's
 * hooks and `useFleet()` (`api/fleet.ts`), the user by `useUser()` and `useReach()` (`auth/`), config by `useConfig()`,
 * its words by `useTranslate()`; widgets are in `ui/`.
 */
import { CssBaseline } from '@mui/material'
import { CoreAdminUI, CustomRoutes } from 'ra-core'
import { useMemo, useState } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router'
import { configAs } from '../engine/roles'
import { useSession } from './auth/useSession'
import { ConfigProvider, SocialConfig } from './config'
import { ActionsProvider } from './feature'
import { LoginPage, RegisterPage } from './features/account'
import { paths } from './paths'
import type { StartData } from './shell/boot'
import { PageServices } from './shell/PageServices'
import { createOwn, type Own, type Providers } from './shell/providers'
import { ACTIONS, pageRoutes, resourceRoutes } from './shell/routes'
import { Shell } from './shell/Shell'
import { Denied, ErrorPage, NotFound } from './shell/StateScreens'
import { darkTheme, lightTheme } from './shell/theme'
import { usePrinting } from './shell/usePrinting'
import { LazyPart } from './ui/lazy/LazyPart'

interface Props {
  boot: StartData
  providers: Providers
  /** The signed-in user when the page loads. */
  first: Own
}

export function App(props: Props) {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Console {...props} /> }]))
  return <RouterProvider router={router} />
}

function Console({ boot: { config, social }, providers, first }: Props) {
  const printing = usePrinting()
  const { email, ...own } = useOwn(first)
  // Config as the user's role has it; every screen reads this one.
  const ofRole = configAs(config, useSession()?.role)
  const routes = useMemo(() => resourceRoutes(config), [config])
  const main = paths.main(config.app.products[0]!.slug)

  return (
    <ConfigProvider value={ofRole}>
      <SocialConfig value={social}>
        <ActionsProvider value={ACTIONS}>
          {/* The key gives another user another store and query cache, and keeps columns and theme over a logout. */}
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
                <Route
                  path={paths.register}
                  element={
                    <LazyPart>
                      <RegisterPage />
                    </LazyPart>
                  }
                />
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
      </SocialConfig>
    </ConfigProvider>
  )
}

/** Each sign-in gets a store and a cache of its own: nothing of the last user is shown to the next. */
function useOwn(first: Own): Own {
  const email = useSession()?.user.email
  const [own, setOwn] = useState(first)
  if (own.email === email) return own
  const next = createOwn(email)
  setOwn(next)
  return next
}
