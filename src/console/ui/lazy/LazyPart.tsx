/**
 * Around a part of a page whose code is fetched when it is shown (`lazyComponent`). Where it does not come the rest of the page stays,
 * with what was typed there; it is fetched anew once the server is there.
 */
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { RetryAlert } from '../states/RetryAlert'
import { CodeLoadError, renewFailedCode } from './lazyComponent'
import { useOnReconnect } from './useOnReconnect'

interface Props {
  /** Its shape while it comes. */
  waiting?: ReactNode
  /** Nothing is said when it does not come: nobody asked for it. */
  silent?: boolean
  children: ReactNode
}

export function LazyPart({ waiting = null, silent = false, children }: Props) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof CodeLoadError)) throw error
        return <Missing silent={silent} onAgain={resetErrorBoundary} />
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Missing({ silent, onAgain }: { silent: boolean; onAgain: () => void }) {
  const translate = useTranslate()
  useOnReconnect(onAgain)
  if (silent) return null
  return (
    <RetryAlert
      severity="error"
      onRetry={() => {
        renewFailedCode()
        onAgain()
      }}
    >
      {translate('shell.failure.load')}
    </RetryAlert>
  )
}
