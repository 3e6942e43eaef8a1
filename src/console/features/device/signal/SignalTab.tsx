/** The signal of a device over time, as a chart or a table, with a summary in figures. */
import { Box, Button, Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SignalHistory, SignalPoint } from '../../../../contract/devicePage'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { StaleNotice } from '../../../ui/states/StaleNotice'
import { dbm, isRange, RANGES, type Range, type ShownDevice, useSignals } from '../device'
import { TOGGLE_BUTTON } from '../timeline/TimelineTab'
import { SignalTable } from './SignalTable'

const SignalChart = lazyComponent(() => import('./SignalChart'))

const HEIGHT = 320

export function SignalTab({ device }: { device: ShownDevice }) {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const [asTable, setAsTable] = useState(false)
  const rangeParam = params.get('range')
  const range = isRange(rangeParam) ? rangeParam : '24h'
  const choose = (range: Range) => {
    const next = new URLSearchParams(params)
    next.set('range', range)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={range}
          aria-label={translate('device.signal.range')}
          onChange={(_, chosen: Range | null) => chosen && choose(chosen)}
        >
          {Object.keys(RANGES).map(name => (
            <ToggleButton key={name} value={name} sx={TOGGLE_BUTTON}>
              {translate(`device.signal.ranges.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box sx={{ flex: 1 }} />
        <Button size="small" color="inherit" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {translate('device.signal.table')}
        </Button>
      </Box>
      <Signal device={device} range={range} asTable={asTable} />
    </>
  )
}

interface SignalProps {
  device: ShownDevice
  range: Range
  asTable?: boolean
  /** The height of the chart, in px. */
  height?: number
}

/** The chart or table of a range, with its figures. */
export function Signal({ device, range, asTable = false, height = HEIGHT }: SignalProps) {
  const translate = useTranslate()
  const { data, error, dataUpdatedAt, refetch } = useSignals(device.id, range)
  const waiting = <Skeleton variant="rounded" height={height} />
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => refetch()} />
    ) : (
      <Box aria-busy>
        {waiting}
        <Skeleton variant="text" width="60%" />
      </Box>
    )
  if (data.points.length === 0)
    return (
      <EmptyState
        title={translate('device.signal.none')}
        text={translate('device.signal.noneHint', { range: translate(`device.signal.ranges.${range}`) })}
      />
    )
  return (
    <>
      {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={() => refetch()} />}
      {asTable ? (
        <SignalTable history={data} />
      ) : (
        <LazyPart placeholder={waiting}>
          <SignalChart device={device} history={data} range={range} height={height} />
        </LazyPart>
      )}
      {!asTable && <Legend />}
      <Figures history={data} />
    </>
  )
}

/** Explains the marks of the chart. */
function Legend() {
  const translate = useTranslate()
  return (
    <Box aria-hidden sx={LEGEND}>
      {(['mean', 'span', 'offline', 'order'] as const).map(mark => (
        <Box key={mark} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" data-colour sx={LEGEND_MARKS[mark]} />
          <span>{translate(`device.signal.legend.${mark}`)}</span>
        </Box>
      ))}
    </Box>
  )
}

const LEGEND = { display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12, color: 'text.secondary' }
const LEGEND_MARKS = {
  mean: { width: 16, height: 2, bgcolor: 'primary.main' },
  span: { width: 16, height: 10, bgcolor: 'primary.main', opacity: 0.3 },
  offline: { width: 16, height: 10, bgcolor: 'neutral.main', opacity: 0.35 },
  order: { width: 0, height: 12, borderLeft: '2px dashed', borderColor: 'text.secondary' },
} as const

/** The summary of the chart as text, also for screen readers. */
function Figures({ history: { points } }: { history: SignalHistory }) {
  const translate = useTranslate()
  return (
    <Box component="p" sx={{ m: 0, mt: 1, color: 'text.secondary', fontSize: 13 }}>
      {translate('device.signal.figures', {
        mean: dbm(meanOf(points)),
        lowest: dbm(Math.min(...points.map(({ min }) => min))),
        highest: dbm(Math.max(...points.map(({ max }) => max))),
      })}
    </Box>
  )
}

/** The mean, weighted by the duration of each point. */
function meanOf(points: readonly SignalPoint[]): number {
  const seconds = points.reduce((sum, point) => sum + point.seconds, 0)
  return points.reduce((sum, point) => sum + point.rsrp * point.seconds, 0) / seconds
}
