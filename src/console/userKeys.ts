/** Where a user's columns, filters and theme lie in the browser's storage: by e-mail, which is how a session knows its user. */

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
