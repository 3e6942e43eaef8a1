/** Around a dialog whose code is fetched when it opens: its shape meanwhile, and a way to try again when it does not come. */
import { Button, Dialog, DialogContent, Skeleton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from './ErrorState'
import { fetchedSoon } from './lazyScreen'

interface LazyDialogProps {
  /** What is heard until the dialog has its own name. */
  label: string
  /** The dialog, given with `lazyScreen`. */
  screen: object
  onClose: () => void
  /** The dialog as it is shown. */
  children: ReactNode
}

export function LazyDialog({ label, screen, onClose, children }: LazyDialogProps) {
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) => (
        <FailedDialog onRetry={() => void fetchedSoon(screen).then(resetErrorBoundary)} onClose={onClose} />
      )}
    >
      <Suspense fallback={<WaitingDialog label={label} onClose={onClose} />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function WaitingDialog({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-label={label} aria-busy>
      <DialogContent>
        <Skeleton width="40%" height={32} />
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </DialogContent>
    </Dialog>
  )
}

function FailedDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-label={translate('forms.action.failed')}>
      <DialogContent>
        <ErrorState title={translate('forms.action.failed')} onRetry={onRetry} />
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogContent>
    </Dialog>
  )
}
