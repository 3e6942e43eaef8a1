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
  const shownNumber = useAnimatedNumber(value, decimals)
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
        {format(shownNumber)}
      </span>
    </Box>
  )
}

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Cubic ease-out. @param share the share of the duration that has elapsed, 0 to 1 */
const easeOut = (share: number) => 1 - (1 - share) ** 3

/** How long a later change takes, in ms: it moves from the old value to the new one, not up from 0. */
const CHANGE_MS = 200

/** Counts up to the first value for `countUpMs`, then animates each change for `CHANGE_MS`. */
function useAnimatedNumber(value: number, decimals: number): number {
  const { countUpMs } = useConfig().app.timing
  const [shownNumber, setShownNumber] = useState(() => (wantsNoMotion() ? value : 0))
  const lastShown = useRef(shownNumber)
  /** When counting up ends, by the clock of animation frames. A change before that time ends then, too. */
  const countingEnds = useRef<number>(undefined)

  useEffect(() => {
    const start = lastShown.current
    if (start === value) return
    if (wantsNoMotion() || countUpMs <= 0) {
      lastShown.current = value
      setShownNumber(value)
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
      lastShown.current =
        share < 1 ? Math.round((start + (value - start) * easeOut(share)) * step) / step : value
      setShownNumber(lastShown.current)
      if (share < 1) frame = requestAnimationFrame(run)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, countUpMs, decimals])

  return shownNumber
}
