/**
 * Around a dialog whose code is fetched when it opens: a placeholder until then, and a retry if the code cannot be
 * fetched.
 */
import { Button, Dialog, DialogContent, type DialogProps, Skeleton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from '../states/ErrorState'
import { fetchedInTime } from './lazyComponent'

interface LazyDialogProps {
  /** The accessible name of the placeholder. */
  label: string
  /** The dialog, given with `lazyComponent`. */
  screen: object
  onClose: () => void
  /** The dialog as it is shown. */
  children: ReactNode
}

export function LazyDialog({ label, screen, onClose, children }: LazyDialogProps) {
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
          <ErrorState title={failed} onRetry={() => void fetchedInTime(screen).then(resetErrorBoundary)} />
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        </Placeholder>
      )}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Stands where the dialog will be. */
const Placeholder = ({ children, ...props }: Omit<DialogProps, 'open'>) => (
  <Dialog open fullWidth maxWidth="sm" {...props}>
    <DialogContent>{children}</DialogContent>
  </Dialog>
)
