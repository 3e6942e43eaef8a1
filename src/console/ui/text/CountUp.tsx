/**
 * A number that counts up to its first value (§9: 2 seconds); later changes are quick. Not animated for users who
 * prefer reduced motion; screen readers get the final value.
 */
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../../config'

interface CountUpProps {
  value: number
  /** Default: digits grouped with commas. */
  format?: (value: number) => string
  /** The number of decimals while counting. */
  decimals?: number
}

const grouped = (value: number) => value.toLocaleString('en-US')

export function CountUp({ value, format = grouped, decimals = 0 }: CountUpProps) {
  const shown = useAnimatedNumber(value, decimals)
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-block' }}>
      <Box component="span" sx={visuallyHidden}>
        {format(value)}
      </Box>
      {/* The invisible final number reserves the width. */}
      <span aria-hidden style={{ visibility: 'hidden' }}>
        {format(value)}
      </span>
      {/* The number that counts up. */}
      <span aria-hidden data-running style={{ position: 'absolute', right: 0, top: 0, whiteSpace: 'nowrap' }}>
        {format(shown)}
      </span>
    </Box>
  )
}

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Cubic ease-out. @param share of the elapsed time, 0 to 1 */
const easeOut = (share: number) => 1 - (1 - share) ** 3

/** In ms; a number that was shown before moves by its difference, so that live changes do not count up again. */
const CHANGE_MS = 200

/** Counts up to the first value for `countUpMs`, then animates each change for `CHANGE_MS`. */
function useAnimatedNumber(value: number, decimals: number): number {
  const { countUpMs } = useConfig().app.timing
  const [shown, setShown] = useState(() => (wantsNoMotion() ? value : 0))
  const from = useRef(shown)
  /** Set at the first frame. A change while counting takes the rest of the time. */
  const countingEnds = useRef<number>(undefined)

  useEffect(() => {
    const start = from.current
    if (start === value) return
    if (wantsNoMotion() || countUpMs <= 0) {
      from.current = value
      setShown(value)
      return
    }
    const step = 10 ** decimals
    let startedAt: number | undefined
    let duration = CHANGE_MS
    let frame = requestAnimationFrame(function run(now) {
      countingEnds.current ??= now + countUpMs
      if (startedAt === undefined) {
        startedAt = now
        duration = Math.max(CHANGE_MS, countingEnds.current - now)
      }
      const share = Math.min(1, (now - startedAt) / duration)
      from.current = share < 1 ? Math.round((start + (value - start) * easeOut(share)) * step) / step : value
      setShown(from.current)
      if (share < 1) frame = requestAnimationFrame(run)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, countUpMs, decimals])

  return shown
}
