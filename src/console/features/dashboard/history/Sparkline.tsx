/** The online share of the last 24 hours as a small line, 60 px wide, with the differences as its name. */
import { Box, Tooltip } from '@mui/material'
import { useTranslate } from '../../../config'
import type { Past } from './usePast'

const WIDTH = 60
const HEIGHT = 20

interface SparklineProps {
  /** Undefined while loading, and for a row without a history: the place of the line then stays empty. */
  past: Past | undefined
  linked: number | undefined
  /** Whether the line is hidden from screen readers, as in an option, which has another name. */
  decorative?: boolean
}

export function Sparkline({ past, linked, decorative = false }: SparklineProps) {
  const translate = useTranslate()
  const size = {
    width: WIDTH,
    height: HEIGHT,
    flex: 'none',
    display: 'inline-block',
    verticalAlign: 'middle',
  }
  if (!past || past.shares.every(share => share === null)) return <Box component="span" sx={size} />
  const difference = (before: number | undefined) => {
    if (before === undefined || linked === undefined) return '–'
    const value = linked - before
    return value > 0 ? `+${value}` : `${value < 0 ? '−' : '±'}${Math.abs(value)}`
  }
  const name = translate('dashboard.history.differences', {
    hour: difference(past.hour),
    day: difference(past.day),
  })
  return (
    <Tooltip title={name} describeChild={!decorative}>
      <Box
        component="svg"
        {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
        data-colour
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        sx={size}
      >
        <Box
          component="path"
          d={lineOf(past.shares)}
          sx={{
            fill: 'none',
            stroke: theme => theme.palette.success.main,
            strokeWidth: 1.5,
            strokeLinejoin: 'round',
          }}
        />
      </Box>
    </Tooltip>
  )
}

/** The smallest range of the vertical axis, in percentage points: small changes must look small. */
const MIN_SPAN = 10

function lineOf(shares: Past['shares']): string {
  const recordedShares = shares.filter(share => share !== null)
  const middle = (Math.min(...recordedShares) + Math.max(...recordedShares)) / 2
  const span = Math.max(MIN_SPAN, Math.max(...recordedShares) - Math.min(...recordedShares))
  let isPreviousDrawn = false
  return shares
    .map((share, index) => {
      const command = isPreviousDrawn && share !== null ? 'L' : 'M'
      isPreviousDrawn = share !== null
      if (share === null) return ''
      const x = (index / (shares.length - 1)) * (WIDTH - 2) + 1
      const y = HEIGHT / 2 - ((share - middle) / span) * (HEIGHT - 4)
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
