/**
 * The signal over time: a line for the mean, an area from minimum to maximum, and bands for the grades. Hidden from
 * screen readers, which can use the figures and the table instead.
 */
import { Box, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import {
  Area,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { SignalHistory } from '../../../../contract/devicePage'
import type { Device } from '../../../../contract/devices'
import { connectivity } from '../../../../domain/connectivity'
import { formatTime, isAbsent } from '../../../../domain/dates'
import { useConfig } from '../../../config'
import { useZone } from '../../../ui/time/zones'
import { dbm, type Range, type ShownDevice, useTimeline } from '../device'
import { type ChartRow, chartRows, gradeBands, levelsOf, offlineSpans, timeTicks } from './chart'

const TICK_FORMS: Record<Range, string> = { '24h': 'HH:mm', '7d': 'MM-DD', '30d': 'MM-DD', '1y': 'YYYY-MM' }
const TIP_FORMS: Record<Range, string> = {
  '24h': 'MM-DD HH:mm',
  '7d': 'MM-DD HH:mm',
  '30d': 'MM-DD HH:mm',
  '1y': 'YYYY-MM-DD',
}

interface SignalChartProps {
  device: ShownDevice
  history: SignalHistory
  range: Range
  height: number
}

export default function SignalChart({ device, history, range, height }: SignalChartProps) {
  const { palette } = useTheme()
  const translate = useTranslate()
  const zone = useZone({ utcFirst: true })
  const { signal } = useConfig().app.limits
  const [from, to] = [Date.parse(history.from), Date.parse(history.to)]
  const rows = chartRows(history.points)
  const { linked, closed } = device as Partial<Device>
  const isClosed = connectivity({ linked, closed }) === 'closed' && closed && !isAbsent(closed)
  const spans = offlineSpans(history.points, to, isClosed ? Math.max(from, Date.parse(closed)) : undefined)
  const seesOrders = device.sees?.timeline.includes('order') ?? false
  const { data: orders } = useTimeline(device.id, 'order', { enabled: seesOrders })
  const sentOrders = (orders?.pages ?? [])
    .flatMap(({ payload }) => payload)
    .filter(({ kind, at }) => kind === 'order' && Date.parse(at) >= from && Date.parse(at) <= to)
  const levels = levelsOf(history.points, signal)
  const colours = {
    primary: palette.primary.main,
    success: palette.success.main,
    warning: palette.warning.main,
    danger: palette.error.main,
  }
  const text = { fill: palette.text.secondary, fontSize: 12 }
  const timeOf = (time: number, form: string) => formatTime(new Date(time).toISOString(), form, zone)
  return (
    <Box aria-hidden data-colour data-chart="signal" sx={{ height, minWidth: 0 }}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 600, height }}>
        <ComposedChart
          data={rows}
          accessibilityLayer={false}
          margin={{ top: 24, right: 8, bottom: 0, left: 0 }}
        >
          {gradeBands(levels, signal).map(({ grade, low, high }) => (
            <ReferenceArea
              key={grade}
              y1={low}
              y2={high}
              fill={colours[grade]}
              fillOpacity={0.08}
              stroke="none"
              label={{ value: translate(`forms.signal.${grade}`), position: 'insideTopLeft', ...text }}
            />
          ))}
          {spans.map(([start, end]) => (
            <ReferenceArea
              key={start}
              x1={Math.max(start, from)}
              x2={end}
              fill={palette.neutral.main}
              fillOpacity={0.22}
              stroke="none"
            />
          ))}
          {sentOrders.map(({ key, at }) => (
            <ReferenceLine
              key={key}
              x={Date.parse(at)}
              stroke={palette.text.secondary}
              strokeWidth={2}
              strokeDasharray="4 3"
            />
          ))}
          <XAxis
            dataKey="at"
            type="number"
            domain={[from, to]}
            ticks={timeTicks(from, to, range, zone)}
            tickFormatter={time => timeOf(time, TICK_FORMS[range])}
            tick={text}
            stroke={palette.divider}
            minTickGap={16}
            height={40}
            label={{ value: zone, position: 'insideBottomRight', ...text }}
          />
          <YAxis
            type="number"
            domain={levels}
            allowDataOverflow
            tick={text}
            stroke={palette.divider}
            width={48}
            label={{ value: 'dBm', position: 'insideTopLeft', offset: -4, dx: 8, dy: -14, ...text }}
            tickFormatter={value => String(value).replace('-', '\u2212')}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: palette.text.secondary, strokeDasharray: '3 3' }}
            content={({ active, payload }) => {
              const row = payload?.[0]?.payload as ChartRow | undefined
              if (!active || row?.rsrp === undefined || !row.span) return null
              return (
                <Box sx={TIP}>
                  <div>{`${timeOf(row.at, TIP_FORMS[range])} ${zone}`}</div>
                  <strong>{dbm(row.rsrp)}</strong>
                  <div>{`${dbm(row.span[0])} ~ ${dbm(row.span[1])}`}</div>
                </Box>
              )
            }}
          />
          <Area
            dataKey="span"
            stroke="none"
            fill={palette.primary.main}
            fillOpacity={0.18}
            isAnimationActive={false}
            activeDot={false}
          />
          <Line
            dataKey="rsrp"
            stroke={palette.primary.main}
            strokeWidth={2}
            // A point between two gaps has no line, so draw a dot.
            dot={({ key, cx, cy, payload }) => (
              <circle
                key={key}
                cx={cx}
                cy={cy}
                r={payload.isAlone ? 3 : 0}
                fill={palette.primary.main}
                stroke="none"
              />
            )}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </Box>
  )
}

const TIP = {
  p: 1,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
  fontSize: 12,
  fontVariantNumeric: 'tabular-nums',
} as const
