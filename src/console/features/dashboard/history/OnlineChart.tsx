/** The share of online devices over time, with marks for orders to many devices; scales with its card. */
import { Box, useTheme } from '@mui/material'
import { type PointerEvent, useState } from 'react'
import type { OnlineHistory } from '../../../../contract/dashboard'
import { formatTime } from '../../../../domain/dates'
import { useConfig, useTranslate } from '../../../config'
import { detailPath } from '../../../paths'
import { useZone } from '../../../ui/time/zones'
import { MaybeLink } from '../deviceLink'
import { CHART_HEIGHT } from '../layout/styles'
import { useNumbers } from '../numbers'
import { type CurvePoint, levelsOf, nearest, segmentsOf } from './curve'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** `tickMs`: between two times of the axis. `gapMs`: a longer pause between two points interrupts the line. */
export const RANGES = {
  '24h': { ms: 24 * HOUR, tickMs: 4 * HOUR, gapMs: 31 * MINUTE, form: 'HH:mm' },
  '7d': { ms: 168 * HOUR, tickMs: 24 * HOUR, gapMs: 121 * MINUTE, form: 'MM-DD' },
} as const
export type Range = keyof typeof RANGES

interface Props {
  points: readonly CurvePoint[]
  range: Range
  /** The end of the range, in milliseconds. */
  end: number
  orders: OnlineHistory['orders']
}

export function OnlineChart({ points, range, end, orders }: Props) {
  const { palette } = useTheme()
  const translate = useTranslate()
  const numbers = useNumbers()
  const zone = useZone({ utcFirst: false })
  const { orders: resource } = useConfig().resources
  const [hoveredPoint, setHoveredPoint] = useState<CurvePoint>()
  const { ms, tickMs, gapMs, form } = RANGES[range]
  const start = end - ms
  const levels = levelsOf(points)
  const [lowest, highest] = [levels[0]!, levels.at(-1)!]
  const x = (time: number) => (100 * (time - start)) / ms
  const y = (share: number) => 100 - (100 * (share - lowest)) / (highest - lowest || 1)
  const lines = segmentsOf(points, gapMs).map(segment => ({
    from: x(segment[0]!.time),
    to: x(segment.at(-1)!.time),
    path: segment.map(({ time, share }) => `${x(time).toFixed(2)} ${y(share).toFixed(2)}`).join('L'),
  }))
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHoveredPoint(nearest(points, start + (ms * (clientX - left)) / width))
  }
  const ticks = ticksBetween(start, end, tickMs)
  const timeText = (time: number, text: string) => formatTime(new Date(time).toISOString(), text, zone)

  return (
    <Box
      data-chart="online"
      sx={{ position: 'relative', height: CHART_HEIGHT, fontSize: 12, color: 'text.secondary' }}
    >
      <Box
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHoveredPoint(undefined)}
        sx={{ position: 'absolute', left: 44, right: 8, top: 16, bottom: 24 }}
      >
        {levels.map(level => (
          <Box
            key={level}
            aria-hidden
            sx={{ position: 'absolute', left: 0, right: 0, borderTop: 1, borderColor: 'divider' }}
            style={{ top: `${y(level)}%` }}
          >
            <Box
              component="span"
              className="tabular"
              sx={{ position: 'absolute', right: '100%', mr: 1, top: -9, whiteSpace: 'nowrap' }}
            >
              {level}%
            </Box>
          </Box>
        ))}
        <Box
          component="svg"
          aria-hidden
          data-colour
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          sx={{ position: 'absolute', inset: 0, width: 1, height: 1, overflow: 'visible' }}
        >
          {lines.map(({ from, to, path }) => (
            <g key={from}>
              <path d={`M${from} 100L${path}L${to} 100Z`} fill={palette.success.main} opacity={0.12} />
              <path
                d={`M${path}`}
                fill="none"
                stroke={palette.success.main}
                strokeWidth={2}
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
        </Box>
        <Box
          component="ul"
          aria-label={translate('dashboard.history.orders')}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
        >
          {orders
            .filter(({ at }) => Date.parse(at) >= start)
            .map(({ id, at, title, total }) => {
              const label = translate('dashboard.history.order', { title, total: numbers.count(total) })
              return (
                <Box component="li" key={id} sx={MARK} style={{ left: `${x(Date.parse(at))}%` }}>
                  <MaybeLink to={resource && detailPath(resource.path, id)} aria-label={label} title={label}>
                    <span />
                  </MaybeLink>
                </Box>
              )
            })}
        </Box>
        <Box aria-hidden sx={ZONE}>
          {zone}
        </Box>
        {ticks.map(time => (
          <Box key={time} aria-hidden className="tabular" sx={TICK} style={{ left: `${x(time)}%` }}>
            {timeText(time, form)}
          </Box>
        ))}
        {hoveredPoint && (
          <Box aria-hidden sx={CURSOR} style={{ left: `${x(hoveredPoint.time)}%` }}>
            <Box
              className="tabular"
              sx={{ ...TIP, ...(x(hoveredPoint.time) > 50 ? { right: 8 } : { left: 8 }) }}
            >
              {translate('dashboard.history.at', {
                time: `${timeText(hoveredPoint.time, 'MM-DD HH:mm')} ${zone}`,
                share: numbers.percent(hoveredPoint.share),
                linked: numbers.count(hoveredPoint.linked),
                devices: numbers.count(hoveredPoint.devices),
              })}
            </Box>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** The round times in Korea between start and end. */
function ticksBetween(start: number, end: number, step: number): number[] {
  const offset = 9 * HOUR
  const ticks: number[] = []
  for (let time = Math.ceil((start + offset) / step) * step - offset; time <= end; time += step)
    ticks.push(time)
  return ticks
}

const TICK = {
  position: 'absolute',
  top: '100%',
  mt: 0.5,
  transform: 'translateX(-50%)',
  whiteSpace: 'nowrap',
} as const

/** To the left of the times of the axis. */
const ZONE = {
  position: 'absolute',
  top: '100%',
  right: '100%',
  mt: 0.5,
  mr: 1,
  whiteSpace: 'nowrap',
} as const

const CURSOR = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  borderLeft: 1,
  borderColor: 'text.secondary',
  pointerEvents: 'none',
} as const

const TIP = {
  position: 'absolute',
  top: 0,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
  whiteSpace: 'nowrap',
} as const

/** A line at the time of an order, with a handle above it. */
const MARK = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  borderLeft: '1px dashed',
  borderColor: 'primary.main',
  '& a': {
    position: 'absolute',
    left: -12,
    top: -16,
    width: 24,
    height: 24,
    display: 'grid',
    placeContent: 'center',
  },
  '& a > span': { width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' },
} as const
