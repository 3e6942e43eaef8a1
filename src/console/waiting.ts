/** Calls that have been without an answer for long: the page says that it still waits, and offers to stop (`ui/StillWaiting`). */

export interface Waiting {
  /** Whether something is to be changed by it. */
  write: boolean
  /** Stops waiting: the call fails, and what became of a write is not known. */
  cancel: () => void
}

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function change(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of [...listeners]) listener()
}

/** Notes a call that has begun. */
export function noteCall(call: Waiting, afterMs: number) {
  const arm = () => setTimeout(() => change([...waiting, call]), afterMs)
  const hide = () => {
    clearTimeout(timer)
    if (waiting.includes(call)) change(waiting.filter(one => one !== call))
  }
  let timer = arm()
  return {
    /** It moves on: the wait begins anew. */
    moved: () => {
      hide()
      timer = arm()
    },
    over: hide,
  }
}

/** The same list until it changes. */
export const stillWaiting = (): readonly Waiting[] => waiting

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
