/**
 * Sessions: a row for each sign-in, by which a token is worth something or nothing (security 9, 17 and 44; decision
 * 112).
 */
import { randomUUID } from 'node:crypto'
import type { Compiled, ServerSettings } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { withRole } from '../../roles'
import type { Db } from '../../store/database'
import type { TokenClaims } from '../../tokens'

/** How old a session may get, whatever is done, and without a renewal. */
type SessionAges = ServerSettings['session']

/** Where a sign-in comes from. */
export interface Requester {
  origin: string
  /** As the browser names itself. */
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

/**
 * The account behind a session, as it is at this moment; none when it or its vendor is gone or inactive, or the session
 * has ended.
 */
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

/** Sessions that were renewed and begun since are not over. */
const bounds = (now: Date, { idleMinutes, hours }: SessionAges) => ({
  seen: new Date(now.getTime() - idleMinutes * MINUTE),
  begun: new Date(now.getTime() - hours * 60 * MINUTE),
})

/** One query. `undefined` for a token that is worth nothing any more. */
export async function findCaller(
  db: Db,
  claims: TokenClaims,
  { config, now, ...asking }: { config: Compiled; now: Date } & Pick<Caller, 'origin' | 'request'>,
): Promise<Caller | undefined> {
  const { seen, begun } = bounds(now, config.server.session)
  const found = await accountOf(db, claims.session, claims.user)
    .where('sessions.seen', '>', seen)
    .where('sessions.begun', '>', begun)
    .executeTakeFirst()
  const { numbers: levels } = config.shared.levels
  return found && { ...withRole(found, config), levels, session: claims.session, ...asking }
}

/** What of an account decides about its rights. */
type AccountRights = Pick<Caller, 'id' | 'level' | 'vendor'> & { role: string | null }

/** True while an account has the rights with which a caller came. */
export const hasRightsOf = (
  { id, level, vendor, role }: AccountRights,
  caller: Pick<Caller, 'id' | 'level' | 'vendor' | 'role'>,
) =>
  id === caller.id &&
  level === (caller.role?.ofAccount ?? caller.level) &&
  vendor === caller.vendor &&
  (role ?? '') === (caller.role?.name ?? '')

/** One query. @returns of each of these sessions that is not over whose it is, with the rights of this moment */
export async function liveAccounts(
  db: Db,
  sessions: readonly string[],
  ages: SessionAges,
  now: Date,
): Promise<Map<string, AccountRights>> {
  const { seen, begun } = bounds(now, ages)
  const found = await accounts(db)
    .select('sessions.id as session')
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val([...sessions]))))
    .where('sessions.seen', '>', seen)
    .where('sessions.begun', '>', begun)
    .execute()
  return new Map(found.map(({ session, ...account }) => [session, account]))
}

/** A renewed token goes on in its session. @throws Refusal 401 when that has ended in this moment */
export async function renewSession(db: Db, { session }: Caller, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ seen: now })
    .where('id', '=', session)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal(401, 'signedOut')
}

/** No token of it is good any more. */
export async function endSession(db: Db, session: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', session).execute()
}

/** All of an account, or all but one: belongs into the transaction that changes the password. */
export async function endSessionsOf(db: Db, client: number, but?: string): Promise<void> {
  const ended = db.deleteFrom('sessions').where('client_id', '=', client)
  await (but === undefined ? ended : ended.where('id', '<>', but)).execute()
}

/** Forgets sessions that are over by their age. */
export async function sweepSessions(db: Db, ages: SessionAges, now: Date): Promise<void> {
  const { seen, begun } = bounds(now, ages)
  await db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('seen', '<=', seen), eb('begun', '<=', begun)]))
    .execute()
}
