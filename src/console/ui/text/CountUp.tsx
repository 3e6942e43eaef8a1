/**
 * A number that counts up to its value (§9: 2 seconds), without motion for users who prefer that. Screen readers get
 * the value.
 */
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../../config'

interface CountUpProps {
  value: number
  /** How it is written. */
  format?: (value: number) => string
  /** Decimals that are shown while counting. */
  decimals?: number
}

const grouped = (value: number) => value.toLocaleString('en-US')

export function CountUp({ value, format = grouped, decimals = 0 }: CountUpProps) {
  const shown = useRunning(value, decimals)
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-block' }}>
      <Box component="span" sx={visuallyHidden}>
        {format(value)}
      </Box>
      {/* The final number keeps the room, so that nothing moves while it runs. */}
      <span aria-hidden style={{ visibility: 'hidden' }}>
        {format(value)}
      </span>
      <span aria-hidden data-running style={{ position: 'absolute', right: 0, top: 0, whiteSpace: 'nowrap' }}>
        {format(shown)}
      </span>
    </Box>
  )
}

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fast at first, and slow where it is read. */
const eased = (share: number) => 1 - (1 - share) ** 3

/** From the number before it. */
function useRunning(value: number, decimals: number): number {
  const { countUpMs } = useConfig().app.timing
  const [shown, setShown] = useState(() => (wantsNoMotion() ? value : 0))
  const from = useRef(shown)

  useEffect(() => {
    const start = from.current
    if (start === value) return
    if (wantsNoMotion() || countUpMs <= 0) {
      from.current = value
      setShown(value)
      return
    }
    const step = 10 ** decimals
    let began: number | undefined
    let frame = requestAnimationFrame(function run(now) {
      began ??= now
      const share = Math.min(1, (now - began) / countUpMs)
      from.current = share < 1 ? Math.round((start + (value - start) * eased(share)) * step) / step : value
      setShown(from.current)
      if (share < 1) frame = requestAnimationFrame(run)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, countUpMs, decimals])

  return shown
}
