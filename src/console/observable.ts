/** A value that modules outside React set and components subscribe to. */
import { useSyncExternalStore } from 'react'

interface Observable<T> {
  get: () => T
  /** Notifies the listeners if the value changes. */
  set: (next: T) => void
  /** Calls the listener on every change; returns a function that unsubscribes. */
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
