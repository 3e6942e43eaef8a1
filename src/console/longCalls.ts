/**
 * Calls that take long: the page shows that it is still waiting and offers to cancel (`ui/notices/StillWaiting`).
 */
import { createObservable } from './observable'

interface LongCall {
  isWrite: boolean
  /** Aborts the call. The outcome of a write is then unknown. */
  cancel: () => void
}

export const longCalls = createObservable<readonly LongCall[]>([])

/** Adds a call to `longCalls` after this time without activity. */
export function watchCall(call: LongCall, afterMs: number) {
  const start = () => setTimeout(() => longCalls.set([...longCalls.get(), call]), afterMs)
  const stop = () => {
    clearTimeout(timer)
    const calls = longCalls.get()
    if (calls.includes(call)) longCalls.set(calls.filter(other => other !== call))
  }
  let timer = start()
  return {
    stop,
    /** Call it on activity: restarts the time. */
    restart: () => {
      stop()
      timer = start()
    },
  }
}
