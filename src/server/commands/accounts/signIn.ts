/**
 * Sign-in: throttled, the same to known and unknown addresses, and refused with a reason only to who knows the
 * password.
 */
import { sql } from 'kysely'
import type { Credentials, User } from '../../../contract/auth'
import { normalEmail } from '../../../domain/email'
import type { ServerSettings } from '../../../engine/compiled'
import { Refusal } from '../../refusal'
import { originOf } from '../../request'
import { type Db, inTransaction } from '../../store/database'
import { NamedTurns } from '../../turns'
import { type Actor, aboutAccount, addHistory } from '../history'
import { verifyPassword } from './passwords'
import { openSession, type Requester } from './sessions'
import { countAttempt, SIGN_UP_MINUTES, uncountAttempt } from './signInAttempts'

interface Asking {
  origin: string
  now: Date
  limits: ServerSettings['signIn']
}

/**
 * Begins a session.
 *
 * @param also done in the transaction in which it begins
 * @throws Refusal as `checkCredentials` does
 */
export async function signIn(
  db: Db,
  credentials: Credentials,
  { browser, request, ...asking }: Asking & Requester & { request: string },
  also: (tx: Db, user: User) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const by: Actor = { origin: asking.origin, request }
  const { password_hash, ...user } = await checkCredentials(db, credentials, asking, account =>
    addHistory(db, by, { ...aboutAccount(account), action: 'signInRefused' }),
  )
  const session = await inTransaction(db, async tx => {
    // With the password as it is now: a session that begins while it is changed would outlive the change.
    const unchanged = await tx
      .selectFrom('clients')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', password_hash)
      .where('active', '=', true)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) throw new Refusal(401, 'signIn.wrong')
    await also(tx, user)
    return beginSession(tx, user, { origin: asking.origin, browser, request, now: asking.now })
  })
  return { user, session }
}

export interface SignedIn {
  user: User
  session: string
}

/**
 * Begins a session, after any kind of sign-in.
 *
 * @param after what the history says of it
 */
export async function beginSession(
  tx: Db,
  user: User,
  { request, ...from }: Requester & { request: string; now: Date },
  after?: Record<string, string>,
): Promise<string> {
  const session = await openSession(tx, user.id, from)
  const by: Actor = { ...user, origin: from.origin, request, session }
  await addHistory(tx, by, { ...aboutAccount(user), action: 'signedIn', after })
  return session
}

/**
 * Whether an account may be signed in to, whatever by: asked once it is known that it is the caller's own.
 *
 * @throws Refusal 403 `signIn.inactive` or `signIn.vendorInactive`
 */
export function refuseInactive({ active, vendor_active }: { active: boolean; vendor_active: boolean }): void {
  if (!active) throw new Refusal(403, 'signIn.inactive')
  if (!vendor_active) throw new Refusal(403, 'signIn.vendorInactive')
}

/**
 * Checks the credentials.
 *
 * @param failed called on a wrong password for an account that exists
 * @param origin IP address of who asks: failures lock an e-mail for this origin only (security 11), and very many of
 *   them the origin for every e-mail (51)
 * @throws Refusal 401 `signIn.wrong`; 429 `signIn.locked` with the seconds to wait; 403 `signIn.inactive` or
 *   `signIn.vendorInactive` when the password was right
 */
export async function checkCredentials(
  db: Db,
  { email, password }: Credentials,
  { origin, now, limits }: Asking,
  failed: (account: User) => Promise<void> = async () => {},
): Promise<User & { password_hash: string }> {
  const address = normalEmail(email)
  const network = originOf(origin)
  const key = `${network} ${address}`
  const ofNetwork = { ...limits, failures: limits.originFailures }
  return attempts.run(key, async () => {
    // The network first: what it is refused adds no row for the account.
    await countAttempt(db, network, now, ofNetwork, 'signIn.locked')
    await countAttempt(db, key, now, limits, 'signIn.locked')
    const found = await findAccount(db, address)
    const right = await verifyPassword(password, found?.password_hash)
    if (!found) throw new Refusal(401, 'signIn.wrong')
    const { active, vendor_active, password_hash, ...account } = found
    if (!right || password_hash === null) {
      await failed(account)
      throw new Refusal(401, 'signIn.wrong')
    }
    await db.deleteFrom('signin_failures').where('key', '=', key).execute()
    await uncountAttempt(db, network, ofNetwork)
    refuseInactive({ active, vendor_active })
    return { ...account, password_hash }
  })
}

/** Whether it is the password of that account now. */
export async function isPasswordOf(db: Db, client: number, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('password_hash')
    .where('id', '=', client)
    .executeTakeFirst()
  return verifyPassword(password, row?.password_hash)
}

/** Forgets failures that no longer matter. */
export async function sweepSignIn(db: Db, now: Date, limits: ServerSettings['signIn']): Promise<void> {
  const minutes = Math.max(limits.windowMinutes, limits.lockMinutes, SIGN_UP_MINUTES) * 2
  await db
    .deleteFrom('signin_failures')
    .where('since', '<', new Date(now.getTime() - minutes * 60_000))
    .execute()
}

/** @param address in the form in which addresses are compared (`normalEmail`) */
export const findAccount = (db: Db, address: string) =>
  accounts(db).where(sql`lower(clients.email)`, '=', address).executeTakeFirst()

/** Accounts with all that sign-in asks of them. */
export const accounts = (db: Db) =>
  db
    .selectFrom('clients')
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .select([
      'clients.id',
      'clients.level',
      'clients.name',
      'clients.email',
      'clients.vendor_id as vendor',
      sql<string>`coalesce(clients.role, '')`.as('role'),
      'clients.password_hash',
      'clients.active',
      'vendors.active as vendor_active',
    ])

/** In one process attempts of one key wait for each other: two right ones at once must not count as failures. */
const attempts = new NamedTurns(1)
