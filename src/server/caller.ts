/** The authenticated caller of a request, read from the database for every request (security 9). */
import type { RawBuilder, SqlBool } from 'kysely'
import { hasLevel, type Levels } from '../domain/authority'

/** The role of a caller, as defined in config at the time of the request. */
export interface CallerRole {
  name: string
  /** The user, for expressions in row rules. */
  user: Pick<Caller, 'id' | 'vendor' | 'name' | 'email'>
  /** The role is not in config: the caller may access its own account only. */
  isMissing: boolean
  /** The level of the account. The caller's level is at most that of the role. */
  accountLevel: number
  /** Row conditions by resource. Resources without one have no further restriction. */
  rows: Readonly<Record<string, RawBuilder<SqlBool>>>
  /** Whether accounts that differ only in id, name and email see the same rows. */
  hasSharedRows: boolean
  /** Resources whose records the role may neither list nor open. */
  unseen: readonly string[]
}

export interface Caller {
  id: number
  level: number
  name: string
  email: string
  /** 0 for the provider of the service, and for a guest without a vendor. */
  vendor: number
  /** The number of each level name, for `hasLevel(caller.level, 'client', caller.levels)`. */
  levels: Levels
  role?: CallerRole | undefined
  /** The session of the token; logging out ends all tokens of it. */
  session: string
  /** Whether the session belongs to a wall and has outlived other sessions: it may only read. */
  isWall?: boolean | undefined
  /** The client's IP address. */
  origin: string
  /** Id of the request, also in the log and the history. */
  request: string
}

/** Masters may access the records of all vendors. */
export const isMaster = ({ level, levels }: Pick<Caller, 'level' | 'levels'>): boolean =>
  hasLevel(level, 'master', levels)

/** The signed-in user as available to conditions and expressions of config. */
export const userOf = ({ id, vendor, name, email }: Caller) => ({ id, vendor, name, email })
