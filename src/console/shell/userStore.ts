/** A user's columns, filters and theme: kept apart from others', and over a logout, which would otherwise wipe them. */
import { localStorageStore, type Store } from 'ra-core'
import { ownKey } from '../userKeys'

/** Preferences that the login page shares with whoever used this browser last. */
const SHARED = ['theme', 'locale']

/** The store of a user, by e-mail; of nobody in particular without one. */
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
