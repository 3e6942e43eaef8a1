/** The frame around every page of /app: guard, bars, content, footer (§1). */
import { Box, LinearProgress, Skeleton } from '@mui/material'
import { type CoreLayoutProps, useAuthProvider, useLoading } from 'ra-core'
import { memo, type ReactNode, Suspense, useCallback } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import { isRoleMissing } from '../../engine/roles'
import { Guard } from '../auth/Guard'
import { useSession, useUser } from '../auth/useSession'
import { useSessionWatch } from '../auth/useSessionWatch'
import { useConfig, useTranslate } from '../config'
import { paths } from '../paths'
import { LazyPart } from '../ui/lazy/LazyPart'
import { lazyComponent } from '../ui/lazy/lazyComponent'
import { ConnectionNotice } from '../ui/notices/ConnectionNotice'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'
import { LoadingStatus } from '../ui/states/LoadingStatus'
import { TruncatedTip } from '../ui/text/TruncatedTip'
import { BottomBar } from './BarLinks'
import { ErrorScreen, NoRole, NoVendor } from './StateScreens'
import { TopBar } from './TopBar'
import { useConfigProblems } from './useConfigProblems'
import { useFocusFallback } from './useFocusFallback'

const ConfigBanner = lazyComponent(() => import('./ConfigBanner'))
const IdleWarning = lazyComponent(() => import('./IdleWarning'))

export function Shell({ children }: CoreLayoutProps) {
  return (
    <Guard>
      <Frame>{children}</Frame>
    </Guard>
  )
}

function Frame({ children }: CoreLayoutProps) {
  const { pathname } = useLocation()
  const translate = useTranslate()
  const auth = useAuthProvider()
  const { warning, expires, stay } = useSessionWatch()
  const logout = useCallback(() => void auth?.logout({}), [auth])
  const problems = useConfigProblems()
  useFocusFallback()
  const refusal = useRefusal(pathname)

  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        // Leaves room for the bottom bar.
        pb: { xs: 7, md: 0 },
        [LOW_SCREEN]: { pb: 0 },
      }}
    >
      <Box
        component="a"
        href="#main-content"
        sx={{
          position: 'absolute',
          left: 8,
          top: -64,
          zIndex: 'tooltip',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          px: 2,
          py: 1,
          borderRadius: 1,
          '&:focus': { top: 8 },
        }}
      >
        {translate('shell.skip')}
      </Box>
      <TopBar onLogout={logout} />
      <LoadingLine />
      <ConnectionNotice sx={{ position: 'sticky', top: BAR_HEIGHT, zIndex: 'appBar' }} />
      {problems.length > 0 && (
        <LazyPart errorFallback={null}>
          <ConfigBanner problems={problems} />
        </LazyPart>
      )}
      <Box
        component="main"
        id="main-content"
        tabIndex={-1}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          '&:focus-visible': { outline: 'none' },
        }}
      >
        {/* A failed screen is rendered again after a navigation. */}
        <ErrorBoundary FallbackComponent={ErrorScreen} resetKeys={[pathname]}>
          <Suspense fallback={<LoadingScreen />}>{refusal ?? children}</Suspense>
        </ErrorBoundary>
      </Box>
      <Footer />
      <BottomBar />
      <TruncatedTip />
      {warning && (
        <LazyPart errorFallback={null}>
          <IdleWarning warning={warning} expires={expires} onStay={stay} onLeave={logout} />
        </LazyPart>
      )}
    </Box>
  )
}

/**
 * A thin progress line under the bar, shown if loading takes longer than 250 ms. Hidden from screen readers: the
 * screens themselves announce that they are loading.
 */
function LoadingLine() {
  const loading = useLoading()
  return (
    <Box
      aria-hidden
      sx={{ position: 'sticky', top: BAR_HEIGHT, [LOW_SCREEN]: { top: 0 }, zIndex: 'appBar', height: 0 }}
    >
      {loading && (
        <LinearProgress
          sx={{
            height: 2,
            mt: '-2px',
            opacity: 0,
            animation: 'appear 1ms 250ms forwards',
            '@keyframes appear': { to: { opacity: 1 } },
          }}
        />
      )}
    </Box>
  )
}

/**
 * The screen for users who may open only their profile: guests without a vendor (decision 26), and users whose role is
 * no longer in config. It names whom to contact.
 */
function useRefusal(pathname: string): ReactNode {
  const { level } = useUser()
  const { vendor, role } = useSession() ?? {}
  const config = useConfig()
  if (pathname === paths.profile) return undefined
  if (isRoleMissing(config, { level, role })) return <NoRole />
  return level < config.levels.numbers.client && vendor === 0 ? <NoVendor /> : undefined
}

/** The placeholder of a screen while its code is loading. */
function LoadingScreen() {
  return (
    <Box sx={{ width: 1, p: { xs: 2, sm: 3 } }}>
      <LoadingStatus />
      <Skeleton width={180} height={36} sx={{ mb: 2 }} />
      <Skeleton variant="rounded" height={320} />
    </Box>
  )
}

const Footer = memo(function Footer() {
  const service = useTranslate()(useConfig().app.service)
  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 2, sm: 3 },
        pb: 0.5,
        color: 'text.secondary',
        fontSize: 12,
        textAlign: 'center',
        // Hidden while the page loads: the footer would move when the content arrives.
        ':has([data-loading]) > &, main:not(:has(h1)) + &': { visibility: 'hidden' },
      }}
    >
      {service}
    </Box>
  )
})
