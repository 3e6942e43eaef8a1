/** Whom the order hits and when, said before it is sent; what became of the last try. */
import { Alert, Box, Skeleton, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { formatKorean, LONG_FORM } from '../../../domain/dates'
import { StatusDot } from '../../ui/StatusDot'
import type { Reach } from './useReachOf'

interface SummaryProps {
  reach: Reach
  caption: string | undefined
  period: { started: Date; expired: Date }
  /** The start is whenever it is registered. */
  atOnce: boolean
}

export function Summary({ reach, caption, period, atOnce }: SummaryProps) {
  const translate = useTranslate()
  const time = (at: Date) => formatKorean(at.toISOString(), LONG_FORM)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ReachLine reach={reach} />
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

/** "1,204 devices", and how many of them hear it at once. */
function ReachLine({ reach }: { reach: Reach }) {
  const translate = useTranslate()
  if (reach.kind === 'nobody') {
    return <Typography color="text.secondary">{translate('compose.summary.nobody')}</Typography>
  }
  if (reach.kind === 'waiting') return <Skeleton variant="rounded" height={76} />
  if (reach.kind === 'refused') return <Alert severity="warning">{reach.reason}</Alert>
  if (reach.kind === 'unknown') {
    return <Typography color="text.secondary">{translate('compose.summary.unknown')}</Typography>
  }
  const { devices, online, offline } = reach
  const number = (count: number) => count.toLocaleString('ko-KR')
  return (
    <Box role="status">
      <Typography
        component="p"
        sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}
      >
        {translate('compose.count', { count: number(devices) })}
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
