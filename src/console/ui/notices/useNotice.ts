/** The notice of a dialog or page. It disappears after its time (§8: 30 seconds), or when another replaces it. */
import { useLayoutEffect, useState } from 'react'

export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
  /** A second paragraph in small type. */
  detail?: string
}

export function useNotice(durationMs: number) {
  const [notice, show] = useState<Notice>()
  // A layout effect starts the timer when the notice is shown; `useEffect` may run much later.
  useLayoutEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => show(undefined), durationMs)
    return () => clearTimeout(timer)
  }, [notice, durationMs])
  return { notice, show }
}
