/** Prevents parallel runs, such as by a double click: a call during a run returns the promise of that run. */
import { useEvent } from 'ra-core'
import { useRef } from 'react'

export function useSingleFlight<Args extends unknown[]>(act: (...args: Args) => unknown) {
  const running = useRef<Promise<void>>(undefined)
  return useEvent((...args: Args): Promise<void> => {
    const run = async () => {
      await act(...args)
    }
    running.current ??= run().finally(() => {
      running.current = undefined
    })
    return running.current
  })
}
