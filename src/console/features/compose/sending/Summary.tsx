/** Shows the number of devices, the command and the period of an order before it is sent. */
import { Box, Skeleton, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { formatTime, LONG_FORM } from '../../../../domain/dates'
import { StatusDot } from '../../../ui/StatusDot'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { Facts } from '../../../ui/text/Facts'
import { useDraft, usePeriod } from '../draft/useDraft'
import type { KnownCount, TargetCount } from '../targets/useTargetCount'

interface SummaryProps {
  count: TargetCount
  onRecount: () => void
  /** The caption of the command. */
  caption: string | undefined
  /** The command's value as the user reads it; empty if there is none, it is secret, or it is an object. */
  value: string
}

export function Summary({ count, onRecount, caption, value }: SummaryProps) {
  const translate = useTranslate()
  const { started, expired } = usePeriod()
  const { started: chosenStart, title } = useDraft()
  const startsNow = chosenStart === ''
  const time = (date: Date) => `${formatTime(date.toISOString(), LONG_FORM, 'KST')} KST`
  const lines = {
    [translate('compose.command.label')]: caption ?? translate('compose.summary.nothing'),
    [translate('compose.period.started')]: startsNow ? translate('compose.summary.atOnce') : time(started),
    [translate('compose.period.expired')]: time(expired),
  }
  const facts = Object.entries(lines).map(([label, text]) => ({
    name: label,
    label,
    value: <span className="tabular">{text}</span>,
  }))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <CountLine count={count} onRecount={onRecount} />
      {caption && count.kind === 'known' ? (
        <Typography className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {translate('compose.sentence.text', {
            command: [`"${caption}"`, value].filter(Boolean).join(' '),
            count: count.devices.toLocaleString('ko-KR'),
            start: startsNow ? translate('compose.summary.atOnce') : time(started),
            end: time(expired),
            title: title.trim() || caption,
          })}
        </Typography>
      ) : (
        <Facts facts={facts} />
      )}
    </Box>
  )
}

/** "1,204 devices", or "at most 1,204 devices". */
export function CountText({ count: { devices, atMost } }: { count: KnownCount }) {
  const translate = useTranslate()
  return translate(atMost ? 'compose.countAtMost' : 'compose.count', {
    count: devices.toLocaleString('ko-KR'),
  })
}

/** "1,204 devices", and how many of them are online. */
function CountLine({ count, onRecount }: Pick<SummaryProps, 'count' | 'onRecount'>) {
  const translate = useTranslate()
  if (count.kind === 'none') {
    return <Typography color="text.secondary">{translate('compose.summary.nobody')}</Typography>
  }
  if (count.kind === 'pending') return <Skeleton variant="rounded" height={76} />
  if (count.kind === 'failed') {
    return (
      <RetryAlert severity="warning" onRetry={onRecount}>
        {count.reason}
      </RetryAlert>
    )
  }
  const { online, offline } = count
  const number = (devices: number) => ({ count: devices.toLocaleString('ko-KR') })
  return (
    <Box role="status" className="tabular">
      <Typography component="p" sx={{ fontSize: 32, fontWeight: 600, lineHeight: 1.3 }}>
        <CountText count={count} />
      </Typography>
      {online !== undefined && offline !== undefined && (
        <>
          {/* With `data-colour` the bar keeps its colours when the browser forces those of the system. */}
          <Box
            aria-hidden
            data-colour
            sx={{ display: 'flex', gap: '2px', height: 6, my: 1, borderRadius: 1, overflow: 'hidden' }}
          >
            {online > 0 && <Box sx={{ flexGrow: online, bgcolor: 'success.main' }} />}
            {offline > 0 && <Box sx={{ flexGrow: offline, bgcolor: 'neutral.main', opacity: 0.6 }} />}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
            <StatusDot tone="success" label={translate('compose.summary.online', number(online))} />
            <StatusDot tone="neutral" label={translate('compose.summary.offline', number(offline))} />
          </Box>
          {offline > 0 && (
            <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
              {translate('compose.summary.offlineHint')}
            </Typography>
          )}
        </>
      )}
    </Box>
  )
}
