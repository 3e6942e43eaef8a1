/** A value that modules outside of React set and components follow. */
import { useSyncExternalStore } from 'react'

interface Observable<T> {
  get: () => T
  /** Tells the listeners, unless it is the value already. */
  set: (next: T) => void
  /** Calls back on every change; returns what stops that. */
  subscribe: (listener: () => void) => () => void
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const useObservable = <T>({ subscribe, get }: Observable<T>): T => useSyncExternalStore(subscribe, get)
