/** The online share of the last 24 hours as a small line, 60 px wide, with the differences as its name. */
import { Box, Tooltip } from '@mui/material'
import { useTranslate } from '../../../config'
import type { Past } from './usePast'

const WIDTH = 60
const HEIGHT = 20

interface SparklineProps {
  /** Undefined while loading, and for a row without a history: keeps its place. */
  past: Past | undefined
  linked: number | undefined
  /** In an option of a list, which has a name of its own. */
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

/** At least 10 points high, so that noise is no mountain. */
const MIN_SPAN = 10

function lineOf(shares: Past['shares']): string {
  const known = shares.filter(share => share !== null)
  const middle = (Math.min(...known) + Math.max(...known)) / 2
  const span = Math.max(MIN_SPAN, Math.max(...known) - Math.min(...known))
  let isDown = false
  return shares
    .map((share, index) => {
      const command = isDown && share !== null ? 'L' : 'M'
      isDown = share !== null
      if (share === null) return ''
      const x = (index / (shares.length - 1)) * (WIDTH - 2) + 1
      const y = HEIGHT / 2 - ((share - middle) / span) * (HEIGHT - 4)
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
