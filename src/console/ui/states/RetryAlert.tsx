/** A one-line alert that says what failed, with a retry button. */
import { Alert, type AlertProps, Button } from '@mui/material'
import { useTranslate } from 'ra-core'

interface RetryAlertProps extends Pick<AlertProps, 'severity' | 'sx' | 'children'> {
  onRetry: () => void
}

export function RetryAlert({ onRetry, ...alert }: RetryAlertProps) {
  const translate = useTranslate()
  const button = (
    <Button color="inherit" size="small" onClick={onRetry} sx={{ whiteSpace: 'nowrap' }}>
      {translate('shell.retry')}
    </Button>
  )
  return <Alert {...alert} action={button} />
}
