/** The current time in ms, updated every `everyMs`. For texts such as "3 minutes ago". */
import { useEffect, useState } from 'react'

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
