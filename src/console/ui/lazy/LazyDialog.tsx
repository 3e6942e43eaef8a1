/** Wraps a dialog whose code is fetched when it opens: shows a placeholder meanwhile, and a retry button on failure. */
import { Button, Dialog, DialogContent, type DialogProps, Skeleton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from '../states/ErrorState'
import { preloadBriefly } from './lazyComponent'

interface LazyDialogProps {
  /** The accessible name of the placeholder. */
  label: string
  /** The result of `lazyComponent`; fetched again by the retry button. */
  component: object
  onClose: () => void
  /** An element of `component`. */
  children: ReactNode
}

export function LazyDialog({ label, component, onClose, children }: LazyDialogProps) {
  const translate = useTranslate()
  const failed = translate('forms.action.failed')
  const waiting = (
    <Placeholder aria-label={label} aria-busy onClose={onClose}>
      <Skeleton width="40%" height={32} />
      <Skeleton height={48} />
      <Skeleton height={48} />
      <Skeleton height={48} />
    </Placeholder>
  )
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) => (
        <Placeholder aria-label={failed} onClose={onClose}>
          <ErrorState
            title={failed}
            onRetry={() => void preloadBriefly(component).then(resetErrorBoundary)}
          />
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        </Placeholder>
      )}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

const Placeholder = ({ children, ...props }: Omit<DialogProps, 'open'>) => (
  <Dialog open fullWidth maxWidth="sm" {...props}>
    <DialogContent>{children}</DialogContent>
  </Dialog>
)
