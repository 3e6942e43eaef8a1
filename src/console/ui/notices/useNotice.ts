/** A notice inside a dialog or page, gone after its time (§8: 30 seconds) or when the next one takes its place. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
  /** What else there is to know, beneath. */
  detail?: string
}

export function useNotice(ms: number) {
  const [notice, setNotice] = useState<Notice>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback(
    (next: Notice | undefined) => {
      clearTimeout(timer.current)
      setNotice(next)
      if (next) timer.current = setTimeout(() => setNotice(undefined), ms)
    },
    [ms],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { notice, show }
}
