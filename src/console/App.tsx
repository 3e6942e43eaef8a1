/**
 * The root component: react-admin with our routes, session, API client, texts and theme.
 *
 * **How a feature is registered.** `features/{name}/index.ts` exports a `Feature`: the resource's name in
 * `config/resources/` and its screens, each given with `lazyComponent(() => import('./OrderList'))` and
 * default-exported by its file. Add it to `FEATURES` in `shell/routes.tsx`; its path and label come from config.
 * Resources without a feature get list and form from `features/records`. A screen without a resource is an entry of
 * `PAGES` there. A dialog that a list opens is an `Action` (`feature.ts`), an entry of the feature's `actions` with its
 * name in config (`control`, `registerDevices`); lists read `useActions()`. Wrap screens in `<Screen title>`. Call the
 * API by react-admin's hooks and `useFleet()` (`api/fleet.ts`). The user is in `useUser()` and `useHasLevel()`
 * (`auth/`), config in `useConfig()`, texts in `useTranslate()`. Generic components are in `ui/`.
 */
import { CssBaseline } from '@mui/material'
import { CoreAdminUI, CustomRoutes } from 'ra-core'
import { useMemo, useState } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router'
import { configForRole } from '../engine/roles'
import { useSession } from './auth/useSession'
import { ConfigProvider, SocialConfig } from './config'
import { RegistryProvider } from './feature'
import { LoginPage, RegisterPage } from './features/account'
import { paths } from './paths'
import type { StartData } from './shell/boot'
import { PageServices } from './shell/PageServices'
import { createUserProviders, type Providers, type UserProviders } from './shell/providers'
import { pageRoutes, REGISTRY, resourceRoutes } from './shell/routes'
import { Shell } from './shell/Shell'
import { Denied, ErrorPage, NotFound } from './shell/StateScreens'
import { darkTheme, lightTheme } from './shell/theme'
import { usePrinting } from './shell/usePrinting'
import { LazyPart } from './ui/lazy/LazyPart'

interface Props {
  boot: StartData
  providers: Providers
  /** Store and query cache of the user who is signed in when the page loads. */
  initialUser: UserProviders
}

export function App(props: Props) {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Console {...props} /> }]))
  return <RouterProvider router={router} />
}

function Console({ boot: { config, social }, providers, initialUser: first }: Props) {
  const printing = usePrinting()
  const { email, ...userProviders } = useUserProviders(first)
  // Every screen reads config with the changes of the user's role.
  const configOfRole = configForRole(config, useSession()?.role)
  const routes = useMemo(() => resourceRoutes(config), [config])
  const main = paths.main(config.app.products[0]!.slug)

  return (
    <ConfigProvider value={configOfRole}>
      <SocialConfig value={social}>
        <RegistryProvider value={REGISTRY}>
          {/* Remounts for another user, who has another store and query cache. */}
          <AdminContext
            key={email ?? ''}
            {...providers}
            {...userProviders}
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
        </RegistryProvider>
      </SocialConfig>
    </ConfigProvider>
  )
}

/** Creates store and query cache anew for each user, so that no data of the previous user is shown. */
function useUserProviders(initial: UserProviders): UserProviders {
  const email = useSession()?.user.email
  const [providers, setProviders] = useState(initial)
  if (providers.email === email) return providers
  const next = createUserProviders(email)
  setProviders(next)
  return next
}
