/** The session in force, for components. */
import { useMemo, useSyncExternalStore } from 'react'
import type { RuleContext } from '../../engine/conditions'
import { type Session, type StoredUser, session } from '../session'

export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.current)

const NOBODY: StoredUser = { level: 0, name: '', email: '' }

/** The user who is signed in. Level 0 without one. */
export const useUser = (): StoredUser => useSession()?.user ?? NOBODY

/**
 * Who is signed in, as conditions and expressions of config look at it. Id and vendor are known where the token says
 * them.
 */
export function useConditionUser(): NonNullable<RuleContext['user']> {
  const session = useSession()
  return useMemo(() => conditionUser(session), [session])
}

export function conditionUser(session: Session | undefined): NonNullable<RuleContext['user']> {
  const { name, email } = session?.user ?? NOBODY
  const { id, vendor } = session ?? {}
  return { name, email, ...(id !== undefined && { id }), ...(vendor !== undefined && { vendor }) }
}
