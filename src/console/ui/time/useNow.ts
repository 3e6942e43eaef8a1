/** The time, for what says how long ago something was: twice a minute unless said otherwise. */
import { useEffect, useState } from 'react'

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
