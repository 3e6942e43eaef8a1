/** Whom the order hits and when, said before it is sent; what became of the last try. */
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { formatTime, LONG_FORM } from '../../../domain/dates'
import { StatusDot } from '../../ui/StatusDot'
import type { Reach } from './useReachOf'

interface SummaryProps {
  reach: Reach
  /** Counts again. */
  onRecount: () => void
  caption: string | undefined
  period: { started: Date; expired: Date }
  /** The start is whenever it is registered. */
  atOnce: boolean
}

export function Summary({ reach, onRecount, caption, period, atOnce }: SummaryProps) {
  const translate = useTranslate()
  const time = (at: Date) => `${formatTime(at.toISOString(), LONG_FORM, 'KST')} KST`
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ReachLine reach={reach} onRecount={onRecount} />
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        <Line name={translate('compose.command.label')}>
          {caption ?? translate('compose.summary.nothing')}
        </Line>
        <Line name={translate('compose.period.started')}>
          {atOnce ? translate('compose.summary.atOnce') : time(period.started)}
        </Line>
        <Line name={translate('compose.period.expired')}>{time(period.expired)}</Line>
      </Box>
    </Box>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
      <Typography component="dt" variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        {children}
      </Typography>
    </Box>
  )
}

/** "1,204 devices", or at most so many. */
export const countOf = (
  { devices, atMost }: Extract<Reach, { kind: 'known' }>,
  translate: ReturnType<typeof useTranslate>,
) => translate(atMost ? 'compose.countAtMost' : 'compose.count', { count: devices.toLocaleString('ko-KR') })

/** "1,204 devices", and how many of them hear it at once. */
function ReachLine({ reach, onRecount }: Pick<SummaryProps, 'reach' | 'onRecount'>) {
  const translate = useTranslate()
  if (reach.kind === 'nobody') {
    return <Typography color="text.secondary">{translate('compose.summary.nobody')}</Typography>
  }
  if (reach.kind === 'waiting') return <Skeleton variant="rounded" height={76} />
  if (reach.kind === 'failed') {
    return (
      <Alert
        severity="warning"
        action={
          <Button color="inherit" size="small" onClick={onRecount} sx={{ whiteSpace: 'nowrap' }}>
            {translate('shell.retry')}
          </Button>
        }
      >
        {reach.reason}
      </Alert>
    )
  }
  const { online, offline } = reach
  const number = (count: number) => count.toLocaleString('ko-KR')
  return (
    <Box role="status">
      <Typography
        component="p"
        sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}
      >
        {countOf(reach, translate)}
      </Typography>
      {online !== undefined && offline !== undefined && (
        <>
          <Box
            aria-hidden
            data-colour
            sx={{ display: 'flex', gap: '2px', height: 6, my: 1, borderRadius: 3, overflow: 'hidden' }}
          >
            {online > 0 && <Box sx={{ flexGrow: online, bgcolor: 'success.main' }} />}
            {offline > 0 && <Box sx={{ flexGrow: offline, bgcolor: 'neutral.main', opacity: 0.6 }} />}
          </Box>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 2,
              rowGap: 0.5,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            <StatusDot
              tone="success"
              label={translate('compose.summary.online', { count: number(online) })}
            />
            <StatusDot
              tone="neutral"
              label={translate('compose.summary.offline', { count: number(offline) })}
            />
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
