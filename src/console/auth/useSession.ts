/** Hooks for the current session and its user. */
import { useMemo, useSyncExternalStore } from 'react'
import { normalEmail } from '../../domain/email'
import type { RuleContext } from '../../engine/conditions'
import { conditionUser, type Session, type StoredUser, session } from '../session'

export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.current)

const ANONYMOUS: StoredUser = { level: 0, name: '', email: '' }

/** The signed-in user; without a session, one of level 0. */
export const useUser = (): StoredUser => useSession()?.user ?? ANONYMOUS

/** The resource whose records are user accounts. */
const ACCOUNTS = 'clients'

/** Whether the record is the account of the user. The session identifies its account by e-mail address. */
export const isOwnAccount = (resource: string, record: Readonly<Record<string, unknown>>, user: StoredUser) =>
  resource === ACCOUNTS && normalEmail(String(record.email ?? '')) === normalEmail(user.email)

/** The signed-in user for conditions and expressions of config. Has `id` and `vendor` only if the token has them. */
export function useConditionUser(): NonNullable<RuleContext['user']> {
  const session = useSession()
  return useMemo(() => conditionUser(session), [session])
}
