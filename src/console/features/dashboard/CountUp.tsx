/** A running number for the eye; for those who listen, its value at once. */
import Box from '@mui/material/Box'
import { HIDDEN } from '../../ui/StatusDot'
import { useCountUp } from './useCountUp'

interface Props {
  value: number
  format: (value: number) => string
}

export function CountUp({ value, format }: Props) {
  const shown = useCountUp(value)
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-block' }}>
      <Box component="span" sx={HIDDEN}>
        {format(value)}
      </Box>
      {/* The final number keeps the room, so that nothing moves while it runs. */}
      <span aria-hidden style={{ visibility: 'hidden' }} data-room>
        {format(value)}
      </span>
      <span aria-hidden data-running style={{ position: 'absolute', right: 0, top: 0, whiteSpace: 'nowrap' }}>
        {format(shown)}
      </span>
    </Box>
  )
}
