/** Something that failed: says what, and offers to try again. */
import ErrorOutline from '@mui/icons-material/ErrorOutline'
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { reasonOf } from '../../failure'
import { EmptyState } from './EmptyState'

interface Props {
  /** Default: that this could not be loaded. */
  title?: string
  /** The failure; its message is a sentence for the user when it comes from `api/client`. */
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
