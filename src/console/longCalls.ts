/**
 * Calls that have been without an answer for long: the page says that it still waits, and offers to stop
 * (`ui/notices/StillWaiting`).
 */
import { createObservable } from './observable'

interface LongCall {
  /** Whether the call is a write. */
  write: boolean
  /** Stops waiting: the call fails, and what became of a write is not known. */
  cancel: () => void
}

export const longCalls = createObservable<readonly LongCall[]>([])

/** Watches a call that has begun: after this time without any activity it is added to `longCalls`. */
export function watchCall(call: LongCall, afterMs: number) {
  const start = () => setTimeout(() => longCalls.set([...longCalls.get(), call]), afterMs)
  const stop = () => {
    clearTimeout(timer)
    const calls = longCalls.get()
    if (calls.includes(call)) longCalls.set(calls.filter(one => one !== call))
  }
  let timer = start()
  return {
    stop,
    /** To be called on activity: the time starts again. */
    restart: () => {
      stop()
      timer = start()
    },
  }
}
