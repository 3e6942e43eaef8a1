/** A decorative picture of a fleet: a grid of devices, some of them bright. Computed, the same every time. */
import { Box } from '@mui/material'

const STEP = 36
const COLUMNS = 22
const ROWS = 30

/** The brightness of a device: a hash of its position. */
const brightness = (x: number, y: number) => ((x * 73856093) ^ (y * 19349663)) % 97

export function Constellation() {
  const dots = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [x, y] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    return { x: x * STEP + (y % 2) * (STEP / 2), y: y * STEP, brightness: Math.abs(brightness(x, y)) }
  })
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
      preserveAspectRatio="xMidYMin slice"
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        color: 'primary.main',
        maskImage: 'linear-gradient(to bottom, black 25%, transparent 78%)',
      }}
    >
      {dots.map(dot => (
        <circle
          key={`${dot.x}-${dot.y}`}
          cx={dot.x}
          cy={dot.y}
          r={dot.brightness < 7 ? 3.5 : 1.5}
          fill="currentColor"
          opacity={dot.brightness < 7 ? 0.9 : dot.brightness < 28 ? 0.4 : 0.14}
        />
      ))}
    </Box>
  )
}
