/**
 * Sessions: a row for each sign-in. A token is valid as long as its session's row (security 9, 17, 44; decision 112).
 */
import { randomUUID } from 'node:crypto'
import type { Compiled, ServerSettings } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { withRole } from '../../roles'
import type { Db } from '../../store/database'
import type { TokenClaims } from '../../tokens'

/** The maximum age of a session, in total and without a renewal. */
type SessionAges = ServerSettings['session']

/** Where a sign-in comes from. */
export interface Requester {
  origin: string
  /** The header `User-Agent`. */
  browser: string
}

/** @returns the id of the new session */
export async function openSession(
  db: Db,
  client: number,
  { origin, browser, now }: Requester & { now: Date },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('sessions')
    .values({ id, client_id: client, begun: now, seen: now, origin, browser: browser.slice(0, 200) })
    .execute()
  return id
}

/** Query for the account of a session; no row if the session has ended, or the account or its vendor is inactive. */
export const accountOf = (db: Db, session: string, client: number) =>
  accounts(db).where('sessions.id', '=', session).where('clients.id', '=', client)

const accounts = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .select(['clients.id', 'clients.level', 'clients.name', 'clients.email', 'clients.vendor_id as vendor'])
    .select('clients.role')
    .where('clients.active', '=', true)
    .where('vendors.active', '=', true)

const MINUTE = 60_000

/** A session is valid if it was renewed after `seen` and began after `begun`. */
const bounds = (now: Date, { idleMinutes, hours }: SessionAges) => ({
  seen: new Date(now.getTime() - idleMinutes * MINUTE),
  begun: new Date(now.getTime() - hours * 60 * MINUTE),
})

/** The caller of a token, with one query; `undefined` if its session has ended. */
export async function findCaller(
  db: Db,
  claims: TokenClaims,
  { config, now, ...requester }: { config: Compiled; now: Date } & Pick<Caller, 'origin' | 'request'>,
): Promise<Caller | undefined> {
  const { seen, begun } = bounds(now, config.server.session)
  const account = await accountOf(db, claims.session, claims.user)
    .where('sessions.seen', '>', seen)
    .where('sessions.begun', '>', begun)
    .executeTakeFirst()
  const { numbers: levels } = config.shared.levels
  return account && { ...withRole(account, config), levels, session: claims.session, ...requester }
}

/** The fields of an account that determine its rights. */
type AccountRights = Pick<Caller, 'id' | 'level' | 'vendor'> & { role: string | null }

/** Whether an account still has the rights that the caller had when the request began. */
export const hasRightsOf = (
  { id, level, vendor, role }: AccountRights,
  caller: Pick<Caller, 'id' | 'level' | 'vendor' | 'role'>,
) =>
  id === caller.id &&
  level === (caller.role?.accountLevel ?? caller.level) &&
  vendor === caller.vendor &&
  (role ?? '') === (caller.role?.name ?? '')

/** The account and current rights of each session that is still valid, by session id; one query. */
export async function liveAccounts(
  db: Db,
  sessions: readonly string[],
  ages: SessionAges,
  now: Date,
): Promise<Map<string, AccountRights>> {
  const { seen, begun } = bounds(now, ages)
  const rows = await accounts(db)
    .select('sessions.id as session')
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val([...sessions]))))
    .where('sessions.seen', '>', seen)
    .where('sessions.begun', '>', begun)
    .execute()
  return new Map(rows.map(({ session, ...account }) => [session, account]))
}

/** Renews a session. @throws Refusal 401 if it has ended */
export async function renewSession(db: Db, { session }: Caller, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ seen: now })
    .where('id', '=', session)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal(401, 'signedOut')
}

/** Ends a session and invalidates its tokens. */
export async function endSession(db: Db, session: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', session).execute()
}

/**
 * Ends the sessions of an account. Call it in the transaction that changes the password.
 *
 * @param except id of a session to keep
 */
export async function endSessionsOf(db: Db, client: number, except?: string): Promise<void> {
  const ended = db.deleteFrom('sessions').where('client_id', '=', client)
  await (except === undefined ? ended : ended.where('id', '<>', except)).execute()
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Db, ages: SessionAges, now: Date): Promise<void> {
  const { seen, begun } = bounds(now, ages)
  await db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('seen', '<=', seen), eb('begun', '<=', begun)]))
    .execute()
}
