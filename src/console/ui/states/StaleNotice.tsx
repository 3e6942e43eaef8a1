/** Says that data could not be refreshed and of when the shown data is, with a retry. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { reasonOf } from '../../failure'
import { TimeText } from '../time/TimeText'
import { RetryAlert } from './RetryAlert'

interface Props {
  error: unknown
  /** When it was read last, in milliseconds. */
  since?: number
  onRetry: () => void
}

export function StaleNotice({ error, since, onRetry }: Props) {
  const translate = useTranslate()
  const message = translate(reasonOf(error))
  return (
    <RetryAlert severity="warning" sx={{ mb: 1 }} onRetry={onRetry}>
      {translate('shell.stale')} {since ? <TimeText time={new Date(since).toISOString()} /> : null}
      {message && <Box sx={{ fontSize: 13 }}>{message}</Box>}
    </RetryAlert>
  )
}
