/** The server's current time in ms, updated every `everyMs`. For texts such as "3 minutes ago". */
import { useEffect, useState } from 'react'
import { serverTime } from '../../serverClock'

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => serverTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
