/**
 * A user's columns, filters and theme in the browser's storage: by e-mail, which is how a session knows its user. Kept
 * apart from others', and over a logout, which would otherwise wipe them.
 */
import { localStorageStore, type Store } from 'ra-core'

/** What react-admin puts before every key of its store. */
const STORE = 'RaStore'

/** The part of the key that is a user's own. */
export const ownKey = (email: string) => `.user.${email.toLowerCase()}`

/** A user who changes the address keeps what was set up under the old one. */
export function carryOver(from: string, to: string, storage: Storage = localStorage): void {
  const [before, after] = [`${STORE}${ownKey(from)}.`, `${STORE}${ownKey(to)}.`]
  if (before === after) return
  for (const key of Object.keys(storage).filter(name => name.startsWith(before))) {
    const value = storage.getItem(key)
    if (value !== null) storage.setItem(after + key.slice(before.length), value)
    storage.removeItem(key)
  }
}

/** Preferences that also apply on the login page: those of the last user of this browser. */
const SHARED = ['theme', 'locale']

/** The store of a user by e-mail; the shared one without a user. */
export function userStore(email: string | undefined): Store {
  const shared = localStorageStore('1', '.shared')
  const own = email ? localStorageStore('1', ownKey(email)) : shared
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
