/**
 * The react-admin store in local storage, with columns, filters and theme: one per user, by e-mail address. It is not
 * cleared by a logout, as react-admin's would be.
 */
import { localStorageStore, memoryStore, type Store } from 'ra-core'
import { isStorageVolatile, localStore, type SafeStorage } from './browserStorage'

/** react-admin's prefix of all keys. */
const STORE_PREFIX = 'RaStore'

/** The part of the key that identifies the user. */
export const userKey = (email: string) => `.user.${email.toLowerCase()}`

/** Moves the stored preferences when a user's e-mail address changes. */
export function moveUserStore(from: string, to: string, storage: SafeStorage = localStore): void {
  const [before, after] = [`${STORE_PREFIX}${userKey(from)}.`, `${STORE_PREFIX}${userKey(to)}.`]
  if (before === after) return
  for (const key of storage.keys().filter(name => name.startsWith(before))) {
    const value = storage.getItem(key)
    if (value !== null) storage.setItem(after + key.slice(before.length), value)
    storage.removeItem(key)
  }
}

/** Preferences of the last user that also apply to the login page. */
const SHARED_KEYS = ['theme', 'locale']

/** The store of a user; the shared store without a user. */
export function userStore(email: string | undefined): Store {
  // '1' is the version of the stored values; react-admin drops values of another version.
  const shared = lastingStore('.shared')
  const personal = email ? lastingStore(userKey(email)) : shared
  return {
    ...personal,
    getItem: (key, fallback) =>
      personal.getItem(key) ?? (SHARED_KEYS.includes(key) ? shared.getItem(key, fallback) : fallback),
    setItem: (key, value) => {
      personal.setItem(key, value)
      if (personal !== shared && SHARED_KEYS.includes(key)) shared.setItem(key, value)
    },
    reset: () => undefined,
  }
}

/** react-admin's store, which keeps in memory what the browser does not store. */
function lastingStore(appKey: string): Store {
  const stored = localStorageStore('1', appKey)
  const memory = memoryStore()
  memory.setup()
  /** @returns false if the browser stored nothing */
  const attempt = (store: () => void): boolean => {
    try {
      store()
      return true
    } catch {
      isStorageVolatile.set(true)
      return false
    }
  }
  return {
    ...stored,
    setup: () => void attempt(stored.setup),
    getItem: (key, fallback) => memory.getItem(key) ?? stored.getItem(key, fallback),
    setItem: (key, value) => {
      if (memory.getItem(key) !== undefined) memory.removeItem(key)
      if (!attempt(() => stored.setItem(key, value))) memory.setItem(key, value)
    },
    removeItem: key => {
      memory.removeItem(key)
      stored.removeItem(key)
    },
    removeItems: prefix => {
      memory.removeItems(prefix)
      stored.removeItems(prefix)
    },
    subscribe: (key, callback) => {
      const endings = [stored.subscribe(key, callback), memory.subscribe(key, callback)]
      return () => {
        for (const end of endings) end()
      }
    },
  }
}
