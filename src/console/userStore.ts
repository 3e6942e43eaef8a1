/**
 * The react-admin store in local storage, with columns, filters and theme: one per user, by e-mail address. It is not
 * cleared by a logout, as react-admin's would be.
 */
import { localStorageStore, type Store } from 'ra-core'

/** react-admin's prefix of all keys. */
const STORE_PREFIX = 'RaStore'

/** The part of the key that identifies the user. */
export const userKey = (email: string) => `.user.${email.toLowerCase()}`

/** Moves the stored preferences when a user's e-mail address changes. */
export function moveUserStore(from: string, to: string, storage: Storage = localStorage): void {
  const [before, after] = [`${STORE_PREFIX}${userKey(from)}.`, `${STORE_PREFIX}${userKey(to)}.`]
  if (before === after) return
  for (const key of Object.keys(storage).filter(name => name.startsWith(before))) {
    const value = storage.getItem(key)
    if (value !== null) storage.setItem(after + key.slice(before.length), value)
    storage.removeItem(key)
  }
}

/** Preferences of the last user that also apply to the login page. */
const SHARED = ['theme', 'locale']

/** The store of a user; the shared store without a user. */
export function userStore(email: string | undefined): Store {
  // '1' is the version of the stored values; react-admin drops values of another version.
  const shared = localStorageStore('1', '.shared')
  const own = email ? localStorageStore('1', userKey(email)) : shared
  return {
    ...own,
    getItem: (key, fallback) =>
      own.getItem(key) ?? (SHARED.includes(key) ? shared.getItem(key, fallback) : fallback),
    setItem: (key, value) => {
      own.setItem(key, value)
      if (own !== shared && SHARED.includes(key)) shared.setItem(key, value)
    },
    reset: () => undefined,
  }
}
