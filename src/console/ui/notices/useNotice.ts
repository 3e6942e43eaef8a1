/** A notice inside a dialog or page, gone after its time (§8: 30 seconds) or when the next one takes its place. */
import { useLayoutEffect, useState } from 'react'

export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
  /** What else there is to know, beneath. */
  detail?: string
}

export function useNotice(ms: number) {
  const [notice, show] = useState<Notice>()
  // Its time begins when it is shown; an effect would wait until React is idle.
  useLayoutEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => show(undefined), ms)
    return () => clearTimeout(timer)
  }, [notice, ms])
  return { notice, show }
}
