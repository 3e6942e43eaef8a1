/**
 * What was typed when a session ended by itself: kept in this tab for the same user, who finds it again after signing in. Never a
 * password; and nothing of those who sign out, since leaving is meant.
 */
import { useEvent } from 'ra-core'
import { useEffect, useState } from 'react'
import { session } from './session'
import { ownKey } from './userKeys'

const keyOf = (email: string, place: string) => `kept${ownKey(email)}.${place}`

/**
 * What was kept here when the last session of this user ended.
 *
 * @param place where it was typed, such as `form/vendors/3`
 */
export function useRestoredInput<Input>(place: string): Input | undefined {
  const email = session.current()?.user.email
  const [kept] = useState(() => (email ? (found(keyOf(email, place)) as Input | undefined) : undefined))
  // Shown once: from now on it is in the form, and goes with it.
  useEffect(() => {
    if (email) sessionStorage.removeItem(keyOf(email, place))
  }, [email, place])
  return kept
}

/** Keeps what is there when the session ends: no secrets; `undefined` for nothing. */
export function useKeepInput(place: string, read: () => unknown): void {
  const email = session.current()?.user.email
  const latest = useEvent(read)
  useEffect(() => {
    if (!email) return
    return session.subscribe(() => {
      if (session.current()?.user.email === email || session.ending() === 'signedOut') return
      keep(keyOf(email, place), latest())
    })
  }, [email, place, latest])
}

function keep(key: string, input: unknown): void {
  if (input === undefined) return
  try {
    sessionStorage.setItem(key, JSON.stringify(input))
  } catch {
    // A picture may be larger than there is room for.
    sessionStorage.removeItem(key)
  }
}

function found(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
