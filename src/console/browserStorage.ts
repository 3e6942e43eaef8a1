/**
 * Local and session storage that never fail: what the browser does not store is kept in memory until the page is left.
 * Browsers throw if storage is blocked or full. `main` imports this module first, because ra-core reads
 * `window.localStorage` when it is loaded.
 */
import { createObservable } from './observable'

/** True once something could not be stored. */
export const isStorageVolatile = createObservable(false)

type Area = 'localStorage' | 'sessionStorage'

export type SafeStorage = ReturnType<typeof createSafeStorage>

export function createSafeStorage(area: Storage) {
  /** Values that the browser did not store, by key. */
  const memory = new Map<string, string>()
  return {
    getItem: (key: string): string | null => memory.get(key) ?? attempt(() => area.getItem(key), null),
    setItem(key: string, value: string): void {
      try {
        area.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
        isStorageVolatile.set(true)
        // A reload must not bring the older value back.
        attempt(() => area.removeItem(key), undefined)
      }
    },
    removeItem(key: string): void {
      memory.delete(key)
      attempt(() => area.removeItem(key), undefined)
    },
    keys: (): string[] => [...new Set([...attempt(() => Object.keys(area), []), ...memory.keys()])],
    /** Whether a `storage` event is about this storage. */
    isSource: ({ storageArea }: StorageEvent): boolean => !storageArea || storageArea === area,
  }
}

/** Returns `otherwise` if the browser throws, such as when the user blocks storage after the page was loaded. */
function attempt<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const localStore = createSafeStorage(usableArea('localStorage'))
export const tabStore = createSafeStorage(usableArea('sessionStorage'))

/** The browser's storage; if it is blocked, a storage in memory, also on `window`, where libraries use it. */
export function usableArea(name: Area): Storage {
  try {
    return window[name]
  } catch {
    isStorageVolatile.set(true)
    const area = createMemoryArea()
    Object.defineProperty(window, name, { value: area, configurable: true })
    return area
  }
}

function createMemoryArea(): Storage {
  // Keys are properties, as in the browser's storage: `Object.keys` lists them.
  const area: Record<string, string> = {}
  const methods: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'key'> = {
    getItem: key => (Object.hasOwn(area, key) ? area[key]! : null),
    setItem: (key, value) => {
      area[key] = String(value)
    },
    removeItem: key => {
      delete area[key]
    },
    clear: () => {
      for (const key of Object.keys(area)) delete area[key]
    },
    key: index => Object.keys(area)[index] ?? null,
  }
  Object.setPrototypeOf(
    area,
    Object.defineProperty(methods, 'length', { get: () => Object.keys(area).length }),
  )
  return area as unknown as Storage
}
