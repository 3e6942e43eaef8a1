/**
 * Keeps unsaved input when a session expires, and restores it when the same user signs in again in this tab. Passwords
 * are never kept, and nothing is kept after a deliberate sign-out.
 */
import { useEvent } from 'ra-core'
import { useEffect, useState } from 'react'
import { tabStore } from './browserStorage'
import { session } from './session'
import { userKey } from './userStore'

const keyOf = (email: string, place: string) => `input${userKey(email)}.${place}`

/**
 * The input that was stored when this user's last session ended.
 *
 * @param place key of the form, such as `form/vendors/3`
 */
export function useRestoredInput<Input>(place: string): Input | undefined {
  const email = session.current()?.user.email
  const [input] = useState(() => (email ? (readStored(keyOf(email, place)) as Input | undefined) : undefined))
  // Restored once only.
  useEffect(() => {
    if (email) tabStore.removeItem(keyOf(email, place))
  }, [email, place])
  return input
}

/** Stores the input when the session ends. @param read returns the input without secrets; `undefined` for nothing */
export function useKeepInput(place: string, read: () => unknown): void {
  const email = session.current()?.user.email
  const latest = useEvent(read)
  useEffect(() => {
    if (!email) return
    return session.subscribe(() => {
      if (session.current()?.user.email === email || session.ending() === 'signedOut') return
      store(keyOf(email, place), latest())
    })
  }, [email, place, latest])
}

function store(key: string, input: unknown): void {
  if (input === undefined) return
  tabStore.setItem(key, JSON.stringify(input))
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(tabStore.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
