/**
 * Services of every page: toasts, the font, refetching after an outage, the question about an offered token, and the
 * colour of the browser's bars.
 */
import { useTheme } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import { refetchFailed } from '../api/queryClient'
import { offeredToken } from '../auth/tokenInAddress'
import { isStorageVolatile } from '../browserStorage'
import { useConfig } from '../config'
import { connection } from '../connection'
import { useObservable } from '../observable'
import { LazyPart } from '../ui/lazy/LazyPart'
import { lazyComponent } from '../ui/lazy/lazyComponent'
import { Notices } from '../ui/notices/Notices'

const TokenOffer = lazyComponent(() => import('./TokenOffer'))

export function PageServices() {
  const { defaultToastMs } = useConfig().app.timing
  const offer = useObservable(offeredToken)
  const colour = useTheme().palette.background.default
  const queries = useQueryClient()

  useEffect(fetchFont, [])
  useStorageNotice()
  useEffect(() => connection.listen({ onRetry: () => void refetchFailed(queries) }), [queries])
  useEffect(
    () => document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour),
    [colour],
  )
  return (
    <>
      {offer && (
        <LazyPart errorFallback={null}>
          <TokenOffer />
        </LazyPart>
      )}
      <Notices autoHideDuration={defaultToastMs} />
    </>
  )
}

/** Says once that this browser stores nothing, so that settings last until the page is left. */
function useStorageNotice() {
  const notify = useNotify()
  const isVolatile = useObservable(isStorageVolatile)
  useEffect(() => {
    if (isVolatile) notify('shell.storage.volatile', { type: 'info' })
  }, [isVolatile, notify])
}

/**
 * Fetches the web font after the first paint; until then the system font is used. Requesting its 92 files during the
 * first layout made that five times slower.
 */
function fetchFont() {
  requestAnimationFrame(() => setTimeout(() => void import('../fonts/pretendard.css').catch(() => {})))
}
