/** A number that runs up to its value (§9: 2 seconds), from the one before it; at once for those who want no motion. */
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../../config'

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fast at first, and slow where it is read. */
const eased = (share: number) => 1 - (1 - share) ** 3

export function useCountUp(value: number): number {
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
    let began: number | undefined
    let frame = requestAnimationFrame(function step(now) {
      began ??= now
      const share = Math.min(1, (now - began) / countUpMs)
      from.current = share < 1 ? Math.round(start + (value - start) * eased(share)) : value
      setShown(from.current)
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, countUpMs])

  return shown
}
