/** The frame around every page of /app: guard, bars, content, footer. */
import Box from '@mui/material/Box'
import type { CoreLayoutProps } from 'ra-core'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { Guard } from '../auth/Guard'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { ErrorScreen } from './ErrorScreen'

export function Shell({ children }: CoreLayoutProps) {
  const { pathname } = useLocation()
  return (
    <Guard>
      <Box component="main" id="main-content">
        <ErrorBoundary fallback={error => <ErrorScreen error={error} />} resetKey={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </Box>
    </Guard>
  )
}
