/**
 * Input that was unsaved when a session expired: kept in this tab and restored when the same user signs in again. Never
 * passwords, and nothing after a deliberate sign-out.
 */
import { useEvent } from 'ra-core'
import { useEffect, useState } from 'react'
import { session } from './session'
import { ownKey } from './userStore'

const keyOf = (email: string, place: string) => `kept${ownKey(email)}.${place}`

/**
 * The input that was stored when this user's last session ended.
 *
 * @param place where it was typed, such as `form/vendors/3`
 */
export function useRestoredInput<Input>(place: string): Input | undefined {
  const email = session.current()?.user.email
  const [kept] = useState(() => (email ? (found(keyOf(email, place)) as Input | undefined) : undefined))
  // Restored once: from now on the form holds it.
  useEffect(() => {
    if (email) sessionStorage.removeItem(keyOf(email, place))
  }, [email, place])
  return kept
}

/** Stores the input when the session ends. @param read the input without secrets; `undefined` for nothing */
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
