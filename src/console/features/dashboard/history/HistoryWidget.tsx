/** The share of online devices over the last day or week, and its difference to an hour and a day ago. */
import { Box, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useStore } from 'ra-core'
import type { OnlineHistory } from '../../../../contract/dashboard'
import { formatTime } from '../../../../domain/dates'
import { useTranslate } from '../../../config'
import { useIsPainted } from '../../../ui/lazy/AfterPaint'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { useZone } from '../../../ui/time/zones'
import { CHART_HEAD, CHART_HEIGHT, INSET } from '../layout/styles'
import { WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { useNumbers } from '../numbers'
import { useOnlineHistory } from '../queries'
import { differenceOf, pointsOf } from './curve'
import { OnlineChart, RANGES, type Range } from './OnlineChart'

export function HistoryWidget(props: WidgetProps) {
  const { data } = useOnlineHistory(useIsPainted())
  if (data === null) return null
  return (
    <WidgetFrame {...props}>
      {() => (
        <Box sx={{ px: INSET, pb: 2, minHeight: CHART_HEAD + CHART_HEIGHT + 16 }}>
          <Loaded />
        </Box>
      )}
    </WidgetFrame>
  )
}

const Waiting = () => <Skeleton variant="rounded" height={CHART_HEAD + CHART_HEIGHT} sx={{ opacity: 0.4 }} />

function Loaded() {
  const translate = useTranslate()
  const { data, error, refetch } = useOnlineHistory(useIsPainted())
  if (data) return <History history={data} />
  if (!error) return <Waiting />
  return (
    <RetryAlert severity="error" onRetry={() => void refetch()}>
      {translate('dashboard.history.failed')}
    </RetryAlert>
  )
}

const HOUR = 3_600_000

function History({ history }: { history: OnlineHistory }) {
  const translate = useTranslate()
  const numbers = useNumbers()
  const zone = useZone({ utcFirst: false })
  const [chosen, setRange] = useStore<Range>('dashboard.range', '24h')
  const range = chosen in RANGES ? chosen : '24h'
  const day = pointsOf(history.day)
  const week = [...pointsOf(history.week), ...day.slice(-1)]
  const points = range === '24h' ? day : week
  const last = day.at(-1)
  if (!last) return <Typography color="text.secondary">{translate('dashboard.history.none')}</Typography>
  const differences = [
    ['hour', differenceOf(day, HOUR)],
    ['day', differenceOf(week, 24 * HOUR)],
  ] as const
  const timeOf = (time: number) => `${formatTime(new Date(time).toISOString(), 'MM-DD HH:mm', zone)} ${zone}`
  const isShort =
    history.since !== undefined && Date.parse(history.since) > last.time - RANGES[range].ms + HOUR
  return (
    <>
      <Box
        sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, minHeight: CHART_HEAD }}
      >
        <Typography component="p" className="tabular" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('dashboard.history.now', { share: numbers.percent(last.share) })}
        </Typography>
        {differences.map(
          ([name, value]) =>
            value !== undefined && (
              <Typography key={name} variant="body2" color="text.secondary" className="tabular">
                <span>{translate(`dashboard.history.${name}`)}</span>{' '}
                <strong>{signed(value, translate, numbers.count)}</strong>
              </Typography>
            ),
        )}
        {isShort && (
          <Typography variant="body2" color="text.secondary">
            {translate('dashboard.history.since', { time: timeOf(Date.parse(history.since!)) })}
          </Typography>
        )}
        <Box sx={{ flex: 1 }} />
        <ToggleButtonGroup
          size="small"
          exclusive
          value={range}
          aria-label={translate('dashboard.history.range')}
          onChange={(_, value: Range | null) => value && setRange(value)}
        >
          {(Object.keys(RANGES) as Range[]).map(name => (
            <ToggleButton key={name} value={name} sx={{ px: 1.5, py: 0.5, minHeight: 32 }}>
              {translate(`dashboard.history.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {points[0] && (
        <Box component="p" sx={visuallyHidden}>
          {translate('dashboard.history.summary', {
            from: timeOf(points[0].time),
            first: numbers.percent(points[0].share),
            last: numbers.percent(last.share),
          })}
        </Box>
      )}
      <OnlineChart points={points} range={range} end={last.time} orders={history.orders} />
    </>
  )
}

function signed(value: number, translate: ReturnType<typeof useTranslate>, count: (value: number) => string) {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±'
  return translate('dashboard.history.points', { value: `${sign}${count(Math.abs(value))}` })
}
