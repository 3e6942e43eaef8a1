/** Runs one at a time: a second click, before the button of the first is drawn as busy, does nothing. */
import { useEvent } from 'ra-core'
import { useRef } from 'react'

export function useOnce<Args extends unknown[]>(act: (...args: Args) => unknown) {
  const running = useRef(false)
  return useEvent(async (...args: Args): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      await act(...args)
    } finally {
      running.current = false
    }
  })
}
