/** A user's columns, filters and theme: kept apart from others', and over a logout, which would otherwise wipe them. */
import { localStorageStore, type Store } from 'ra-core'
import { ownKey } from '../userKeys'

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
