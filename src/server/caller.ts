/** Who is asking: read afresh from the database with every request (security 9). */
import type { RawBuilder, SqlBool } from 'kysely'
import { hasLevel, type Levels } from '../domain/authority'

/** The role of a caller, as config had it when the request came. */
export interface CallerRole {
  name: string
  /** Whose it is, for rules that look at who asks. */
  user: Pick<Caller, 'id' | 'vendor' | 'name' | 'email'>
  /** Config does not have it: the caller has nothing but the own account. */
  isMissing: boolean
  /** The level of the account; that of the caller is never above its role's. */
  ofAccount: number
  /** Which rows of their tables it has, by resource; all in scope of those that are not here. */
  rows: Readonly<Record<string, RawBuilder<SqlBool>>>
  /** Accounts that differ only in id, name and email have the same rows. */
  hasSharedRows: boolean
  /** Resources whose records it may neither list nor open. */
  unseen: readonly string[]
}

export interface Caller {
  id: number
  level: number
  name: string
  email: string
  /** 0 for the provider itself, and for a guest that has no vendor yet. */
  vendor: number
  /** The numbers behind the level names, so that `reaches(caller.level, 'client', caller.levels)` needs no more. */
  levels: Levels
  role?: CallerRole | undefined
  /** The session that the token belongs to; logging out ends all tokens of it. */
  session: string
  /** IP address that the request came from. */
  origin: string
  /** Id of the request, as the log and the history have it. */
  request: string
}

/** Masters see and change what is of any vendor. */
export const isMaster = ({ level, levels }: Pick<Caller, 'level' | 'levels'>): boolean =>
  hasLevel(level, 'master', levels)

/** The signed-in user, as conditions and expressions of config see it. */
export const userOf = ({ id, vendor, name, email }: Caller) => ({ id, vendor, name, email })
