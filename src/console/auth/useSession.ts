/** The session in force, for components. */
import { useSyncExternalStore } from 'react'
import { type Session, type StoredUser, session } from '../session'

export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.current)

const NOBODY: StoredUser = { level: 0, name: '', email: '' }

/** The user who is signed in. Level 0 without one. */
export const useUser = (): StoredUser => useSession()?.user ?? NOBODY
