/**
 * Sessions: a row for each sign-in. A token is valid as long as its session's row (security 9, 17, 44; decision 112).
 */
import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Compiled, ServerSettings } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { withRole } from '../../roles'
import type { Db } from '../../store/database'
import { prepared } from '../../store/postgres/prepared'
import type { Tables } from '../../store/schema'
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

const HOUR = 60 * MINUTE

/** SQL condition: the session was renewed within `idleMinutes`, and is not older than `hours` or `wallHours`. */
const isValid =
  (now: Date, { idleMinutes, hours, wallHours = hours }: SessionAges) =>
  (eb: ExpressionBuilder<Tables, 'sessions'>) => {
    const before = (ms: number) => new Date(now.getTime() - ms)
    return eb.and([
      eb('sessions.seen', '>', before(idleMinutes * MINUTE)),
      eb.or([
        eb('sessions.begun', '>', before(hours * HOUR)),
        eb.and([eb('sessions.wall', '=', true), eb('sessions.begun', '>', before(wallHours * HOUR))]),
      ]),
    ])
  }

/** When a session ends at the latest. */
export const endOfSession = (begun: Date, isWall: boolean, { hours, wallHours = hours }: SessionAges): Date =>
  new Date(begun.getTime() + (isWall ? wallHours : hours) * HOUR)

/** The caller of a token, with one query; `undefined` if its session has ended. */
export async function findCaller(
  db: Db,
  claims: TokenClaims,
  { config, now, ...requester }: { config: Compiled; now: Date } & Pick<Caller, 'origin' | 'request'>,
): Promise<Caller | undefined> {
  const found = await prepared(
    accountOf(db, claims.session, claims.user)
      .select('sessions.wall')
      .where(isValid(now, config.server.session)),
  ).executeTakeFirst()
  if (!found) return undefined
  const { wall: isWall, ...account } = found
  const { numbers: levels } = config.shared.levels
  return { ...withRole(account, config), levels, session: claims.session, isWall, ...requester }
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
  const rows = await accounts(db)
    .select('sessions.id as session')
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val([...sessions]))))
    .where(isValid(now, ages))
    .execute()
  return new Map(rows.map(({ session, ...account }) => [session, account]))
}

/**
 * Renews a session.
 *
 * @param toWall whether to extend it by `wallHours`; ignored if config has none
 * @returns when it ends at the latest
 * @throws Refusal 401 if it has ended
 */
export async function renewSession(
  db: Db,
  { session }: Caller,
  { now, ages, toWall }: { now: Date; ages: SessionAges; toWall: boolean },
): Promise<Date> {
  const renewed = await db
    .updateTable('sessions')
    .set({ seen: now, ...(toWall && ages.wallHours !== undefined && { wall: true }) })
    .where('id', '=', session)
    .returning(['begun', 'wall'])
    .executeTakeFirst()
  if (!renewed) throw new Refusal(401, 'signedOut')
  return endOfSession(renewed.begun, renewed.wall, ages)
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
  await db
    .deleteFrom('sessions')
    .where(eb => eb.not(isValid(now, ages)(eb)))
    .execute()
}
