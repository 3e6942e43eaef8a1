/** Shown instead of content that could not be loaded: says why, and offers a retry. */
import ErrorOutline from '@mui/icons-material/ErrorOutline'
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { reasonOf } from '../../failure'
import { EmptyState } from './EmptyState'

interface Props {
  /** Default: "could not be loaded". */
  title?: string
  /** The failure. Only messages of errors from `api/client` are shown to the user. */
  error?: unknown
  onRetry?: () => void
}

export function ErrorState({ title, error, onRetry }: Props) {
  const translate = useTranslate()
  return (
    <EmptyState
      role="alert"
      icon={ErrorOutline}
      title={title ?? translate('shell.failure.load')}
      text={translate(reasonOf(error))}
      action={
        onRetry && (
          <Button variant="outlined" onClick={onRetry}>
            {translate('shell.retry')}
          </Button>
        )
      }
    />
  )
}
