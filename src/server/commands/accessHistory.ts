/**
 * Writes entries of the history that change no record: refusals and downloads. Refusals are bounded, so that an
 * attacker cannot fill the disk.
 */
import { sql } from 'kysely'
import type { User } from '../../contract/auth'
import type { SignInProblem } from '../../contract/history'
import type { Caller } from '../caller'
import type { Db } from '../store/database'
import { takeAttempt } from './accounts/signInAttempts'
import { type Actor, aboutAccount, addHistory } from './history'

/** A repeated refusal adds one row in this time. */
const REFUSED_MINUTES = 1

/** Adds a row for a call that was refused for lack of rights, at most once in `REFUSED_MINUTES`. */
export async function addRefusal(db: Db, by: Caller, call: string): Promise<void> {
  const { rows } = await sql`
    select 1 from history where client_id = ${by.id}::integer and action = 'refused' and resource = ${call}
      and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
  if (rows.length === 0) await addHistory(db, by, { action: 'refused', resource: call })
}

/**
 * Most rows per hour for refused sign-ins. Those of existing accounts have their own limit: guesses of other addresses
 * cannot use it up.
 */
const SIGN_INS_PER_HOUR = { account: 1000, unknown: 300 } as const
const HOUR_MINUTES = 60

export interface RefusedSignIn {
  problem: SignInProblem
  /** Absent for an address without an account, and if an address is locked for all accounts. */
  account?: Omit<User, 'role'> | undefined
  /** The provider of sign-in; absent for a password. */
  provider?: string
}

/**
 * Adds a row for a refused sign-in. Without an account, at most one per origin and problem in `REFUSED_MINUTES`; the
 * entered address is not stored, since it may be a password.
 */
export async function addSignInRefusal(
  db: Db,
  by: Required<Pick<Actor, 'origin' | 'request'>>,
  { account, ...reason }: RefusedSignIn,
  now: Date,
): Promise<void> {
  if (!account) {
    const { rows } = await sql`
      select 1 from history where origin = ${by.origin} and action = 'signInRefused'
        and after @> ${JSON.stringify(reason)}::jsonb
        and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
    if (rows.length > 0) return
  }
  const kind = account ? 'account' : 'unknown'
  const limit = SIGN_INS_PER_HOUR[kind]
  const window = { failures: limit, windowMinutes: HOUR_MINUTES, lockMinutes: HOUR_MINUTES }
  const { failures, waitSeconds } = await takeAttempt(db, `history ${kind}`, now, window)
  if (waitSeconds > 0) return
  const about = account ? aboutAccount(account) : { resource: 'clients' }
  const after = failures < limit ? reason : { ...reason, omittedMinutes: HOUR_MINUTES }
  await addHistory(db, by, { ...about, action: 'signInRefused', after })
}

interface Downloaded {
  resource: string
  /** The id of the record; empty for a list. */
  record?: number | string
  fileName: string
  rows: number
  /** False if the client disconnected, or the server failed, before the end. */
  isComplete: boolean
  /** The filter of the list as text. */
  filter: string
}

/** Longest stored filter. */
const MAX_FILTER_LENGTH = 500

/** Adds a row for a download, visible to staff of the caller's vendor up to the caller's level. */
export function addDownload(
  db: Db,
  by: Caller,
  { resource, record = '', fileName, rows, isComplete, filter }: Downloaded,
): Promise<void> {
  const { level } = by
  const sent = isComplete ? { sentRows: rows } : { sentBeforeStop: rows }
  // By code points: PostgreSQL refuses half of a surrogate pair.
  const listFilter = [...filter].slice(0, MAX_FILTER_LENGTH).join('')
  const after = { ...sent, ...(listFilter && { listFilter }) }
  return addHistory(db, by, { action: 'downloaded', resource, record, label: fileName, level, after })
}
