/** A ring chart of online and offline devices. Hidden from screen readers, which can use the figures beside it. */
import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { RING } from '../layout/styles'

const WIDTH = 20
/** The gap between the two arcs, in percent of the circumference. */
const GAP = 0.8

interface RingProps {
  linked: number
  closed: number
  /** Shown in the middle. */
  children: ReactNode
}

/** Complete at the first paint; changed figures move the arcs by their difference. */
export function Ring({ linked, closed, children }: RingProps) {
  const share = (100 * linked) / (linked + closed)
  const gap = linked > 0 && closed > 0 ? GAP : 0
  return (
    <Box
      aria-hidden
      data-colour
      data-chart="linked"
      sx={{ position: 'relative', width: RING, height: RING, flex: 'none' }}
    >
      <svg aria-hidden viewBox={`0 0 ${RING} ${RING}`} width={RING} height={RING}>
        {linked > 0 && <Arc from={0} length={share - gap} colour="success" />}
        {closed > 0 && <Arc from={linked > 0 ? share : 0} length={100 - share - gap} colour="neutral" />}
      </svg>
      <Box
        sx={{ position: 'absolute', inset: 0, display: 'grid', placeContent: 'center', textAlign: 'center' }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** Clockwise from the top. @param from and length: in percent of the circumference */
function Arc({ from, length, colour }: { from: number; length: number; colour: 'success' | 'neutral' }) {
  return (
    <Box
      component="circle"
      cx={RING / 2}
      cy={RING / 2}
      r={(RING - WIDTH) / 2 - 2}
      pathLength={100}
      transform={`rotate(-90 ${RING / 2} ${RING / 2})`}
      sx={{
        fill: 'none',
        stroke: theme => theme.palette[colour].main,
        strokeWidth: WIDTH,
        strokeDasharray: `${Math.max(0, length)} 100`,
        strokeDashoffset: -from,
        transition: 'stroke-dasharray 200ms, stroke-dashoffset 200ms',
      }}
    />
  )
}
