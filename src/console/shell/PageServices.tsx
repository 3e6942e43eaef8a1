/**
 * What accompanies every page: its font, notices, reading again after an outage, an offered token, the colour of the
 * browser's own bars.
 */
import { useTheme } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Notification } from 'react-admin'
import { refetchFailed } from '../api/queryClient'
import { offeredToken } from '../auth/tokenInAddress'
import { useConfig } from '../config'
import { connection } from '../connection'
import { useObservable } from '../observable'
import { LazyPart } from '../ui/lazy/LazyPart'
import { lazyComponent } from '../ui/lazy/lazyComponent'

const TokenOffer = lazyComponent(() => import('./TokenOffer'))

export function PageServices() {
  const { defaultToastMs } = useConfig().app.timing
  const offer = useObservable(offeredToken)
  const colour = useTheme().palette.background.default
  const queries = useQueryClient()

  useEffect(fetchFont, [])
  useEffect(() => connection.listen({ onRetry: () => void refetchFailed(queries) }), [queries])
  useEffect(
    () => document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour),
    [colour],
  )
  return (
    <>
      {offer && (
        <LazyPart instead={null}>
          <TokenOffer />
        </LazyPart>
      )}
      <Notification
        autoHideDuration={defaultToastMs}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      />
    </>
  )
}

/**
 * Fetches the font after the first paint; until then the system's font is shown. Its 92 files, requested during the
 * first layout, made that five times as long.
 */
function fetchFont() {
  requestAnimationFrame(() => setTimeout(() => void import('../fonts/pretendard.css').catch(() => {})))
}
