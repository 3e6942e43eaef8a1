/** Says that data could not be refreshed and when it was read, with a retry button. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { reasonOf } from '../../failure'
import { serverTime } from '../../serverClock'
import { TimeText } from '../time/TimeText'
import { RetryAlert } from './RetryAlert'

interface Props {
  error: unknown
  /** When the data was read, by the browser's clock, in milliseconds since 1970. */
  since?: number
  onRetry: () => void
}

export function StaleNotice({ error, since, onRetry }: Props) {
  const translate = useTranslate()
  const message = translate(reasonOf(error))
  return (
    <RetryAlert severity="warning" sx={{ mb: 1 }} onRetry={onRetry}>
      <span>{translate('shell.stale')}</span>{' '}
      {since ? <TimeText time={new Date(serverTime(since)).toISOString()} /> : null}
      {message && <Box sx={{ fontSize: 13 }}>{message}</Box>}
    </RetryAlert>
  )
}
