/**
 * Wraps a part of a page whose code is fetched when it is shown (`lazyComponent`). If that fails, the rest of the page
 * keeps its state, and the code is fetched again when the server is reachable.
 */
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { connection } from '../../connection'
import { RetryAlert } from '../states/RetryAlert'
import { CodeLoadError, resetFailedCode } from './lazyComponent'

interface Props {
  /** Shown while the code is fetched. */
  placeholder?: ReactNode
  /** Shown if the fetch failed. Default: an alert. `null` for parts that the user did not ask for. */
  errorFallback?: ReactNode
  children: ReactNode
}

export function LazyPart({ placeholder = null, errorFallback, children }: Props) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof CodeLoadError)) throw error
        return <LoadFailure errorFallback={errorFallback} onRetry={resetErrorBoundary} />
      }}
    >
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function LoadFailure({ errorFallback, onRetry }: { errorFallback: ReactNode; onRetry: () => void }) {
  const translate = useTranslate()
  useOnReconnect(onRetry)
  if (errorFallback !== undefined) return errorFallback
  return (
    <RetryAlert
      severity="error"
      onRetry={() => {
        resetFailedCode()
        onRetry()
      }}
    >
      {translate('shell.failure.load')}
    </RetryAlert>
  )
}

/**
 * Retries code that could not be fetched: when the server is reachable again, or after growing pauses.
 *
 * @param act renders the part again; `undefined` if nothing failed
 */
export function useOnReconnect(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return
    const stopListening = connection.listen({
      onRetry: () => {
        resetFailedCode()
        act()
      },
    })
    connection.reportFailure()
    return stopListening
  }, [act])
}
