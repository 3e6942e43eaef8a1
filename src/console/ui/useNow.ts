/** The time, twice a minute: for what says how long ago something was. */
import { useSyncExternalStore } from 'react'

const EVERY_MS = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, EVERY_MS)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Stable between two ticks, as React asks of a snapshot. */
function current(): number {
  const late = Date.now() - now
  if (late < 0 || late >= EVERY_MS) now = Date.now()
  return now
}

export const useNow = (): number => useSyncExternalStore(subscribe, current)
