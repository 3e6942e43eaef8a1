/** A number that runs up to where it stands (§9: 2 seconds), at once for whoever wants less motion. It is read out as it stands. */
import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../config'
import { HIDDEN } from './StatusDot'

interface CountUpProps {
  value: number
  /** How it is written. */
  format?: (value: number) => string
  /** So many decimals on the way. */
  decimals?: number
}

const grouped = (value: number) => value.toLocaleString('en-US')

export function CountUp({ value, format = grouped, decimals = 0 }: CountUpProps) {
  const shown = useRunning(value, decimals)
  return (
    <>
      <Box component="span" aria-hidden>
        {format(shown)}
      </Box>
      <Box component="span" sx={HIDDEN}>
        {format(value)}
      </Box>
    </>
  )
}

function useRunning(value: number, decimals: number): number {
  const ms = useConfig().app.timing.countUpMs
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const [shown, setShown] = useState(still ? value : 0)
  const from = useRef(0)
  useEffect(() => {
    if (still || ms === 0) {
      setShown(value)
      return
    }
    const [begin, before] = [performance.now(), from.current]
    const step = 10 ** decimals
    let frame = requestAnimationFrame(function run(now) {
      const part = Math.min(1, Math.max(0, (now - begin) / ms))
      const next = before + (value - before) * (1 - (1 - part) ** 3)
      from.current = part === 1 ? value : Math.round(next * step) / step
      setShown(from.current)
      if (part < 1) frame = requestAnimationFrame(run)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, ms, still, decimals])
  return shown
}
