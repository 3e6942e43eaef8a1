/** A decorative picture of a fleet: a grid of dots, some of them bright. Without random numbers, so always the same. */
import { Box } from '@mui/material'

/** The distance between two dots, in units of the picture. */
const STEP = 36
const COLUMNS = 22
const ROWS = 30

/** A hash of a dot's position, from 0 to 96; the lower, the brighter the dot. `>>> 0` makes the number unsigned. */
const hashOf = (x: number, y: number) => (((x * 73856093) ^ (y * 19349663)) >>> 0) % 97

/** 7 % of the dots are large and bright, 22 % are medium, the others faint. */
const styleOf = (hash: number) =>
  hash < 7 ? { r: 3.5, opacity: 0.9 } : { r: 1.5, opacity: hash < 28 ? 0.4 : 0.14 }

export function Constellation() {
  const dots = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [x, y] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    return { x: x * STEP + (y % 2) * (STEP / 2), y: y * STEP, ...styleOf(hashOf(x, y)) }
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
      {dots.map(({ x, y, r, opacity }) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={r} fill="currentColor" opacity={opacity} />
      ))}
    </Box>
  )
}
