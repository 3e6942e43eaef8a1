/** Calls that have been without an answer for long: the page says that it still waits, and offers to stop (`ui/notices/StillWaiting`). */
import { createObservable } from './observable'

export interface LongCall {
  /** Whether something is to be changed by it. */
  write: boolean
  /** Stops waiting: the call fails, and what became of a write is not known. */
  cancel: () => void
}

export const longCalls = createObservable<readonly LongCall[]>([])

/** Watches a call that has begun; it is one of the `longCalls` after this time without a sign of life. */
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
    /** It moves on: the wait begins anew. */
    restart: () => {
      stop()
      timer = start()
    },
  }
}
