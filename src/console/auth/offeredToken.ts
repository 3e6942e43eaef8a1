/** A token that came by an address while somebody is signed in: it is looked at, and asked about, before it takes a session's place. */
import type { StoredUser } from '../session'

/** What came; `undefined` for what cannot be read or is over. */
export interface Offer {
  token?: string
  user?: StoredUser
}

let offer: Offer | undefined
const listeners = new Set<() => void>()

export const offeredToken = {
  current: () => offer,
  set(next: Offer | undefined) {
    offer = next
    for (const listener of [...listeners]) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
