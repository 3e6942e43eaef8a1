/**
 * Around a part of a page whose code is fetched when it is shown (`lazyComponent`). If that fails, the rest of the page and what was typed
 * there stay; the code is fetched again once the server can be reached.
 */
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { RetryAlert } from '../states/RetryAlert'
import { CodeLoadError, renewFailedCode } from './lazyComponent'
import { useOnReconnect } from './useOnReconnect'

interface Props {
  /** The placeholder while the code is fetched. */
  waiting?: ReactNode
  /** A failure shows nothing: for parts that the user did not ask for. */
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
