/**
 * Around a part of a page whose code is fetched when it is shown (`lazyComponent`). If that fails, the rest of the
 * page and what was typed there stay; the code is fetched again once the server can be reached.
 */
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { connection } from '../../connection'
import { RetryAlert } from '../states/RetryAlert'
import { CodeLoadError, renewFailedCode } from './lazyComponent'

interface Props {
  /** The placeholder while the code is fetched. */
  waiting?: ReactNode
  /** In its place when it failed, instead of an alert that says so: `null` for parts that the user did not ask for. */
  instead?: ReactNode
  children: ReactNode
}

export function LazyPart({ waiting = null, instead, children }: Props) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof CodeLoadError)) throw error
        return <Missing instead={instead} onAgain={resetErrorBoundary} />
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Missing({ instead, onAgain }: { instead: ReactNode; onAgain: () => void }) {
  const translate = useTranslate()
  useOnReconnect(onAgain)
  if (instead !== undefined) return instead
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

/**
 * Shows again what could not be fetched: once the server is there after it was away, or, where it never was, after
 * growing pauses.
 */
export function useOnReconnect(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return
    const leave = connection.listen({
      onRetry: () => {
        renewFailedCode()
        act()
      },
    })
    connection.reportFailure()
    return leave
  }, [act])
}
