/** Starts the console: takes the token out of the URL, loads config, then renders. */
// First: ra-core reads the browser's storage when it is loaded.
import './browserStorage'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configForRole } from '../engine/roles'
import { App } from './App'
import { takeTokenFromAddress } from './auth/tokenInAddress'
import { styleNonce } from './nonce'
import { session } from './session'
import { bootFailure, readBoot } from './shell/boot'
import { prefetchFirstScreen } from './shell/prefetch'
import { createProviders, createUserProviders } from './shell/providers'
import { reportRecovered, setCodeTimeout } from './ui/lazy/lazyComponent'

void takeTokenFromAddress()

const root = document.getElementById('root')!
const cache = createCache({ key: 'css', prepend: true, nonce: styleNonce() })

readBoot().then(
  async boot => {
    setCodeTimeout(boot.config.app.timing.screenTimeoutMs)
    const providers = createProviders(boot)
    const { user, role } = session.current() ?? {}
    const userProviders = createUserProviders(user?.email)
    const config = configForRole(boot.config, role)
    document.documentElement.lang = boot.config.app.locale
    if (user) await prefetchFirstScreen({ ...providers, config, level: user.level, userProviders, location })
    createRoot(root, { onRecoverableError: reportRecovered }).render(
      <StrictMode>
        <CacheProvider value={cache}>
          <App boot={boot} providers={providers} initialUser={userProviders} />
        </CacheProvider>
      </StrictMode>,
    )
  },
  (error: unknown) => {
    console.error(error)
    bootFailure(root)
  },
)
