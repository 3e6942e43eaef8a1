/**
 * Sign-in by password: throttled, with the same response for unknown addresses and wrong passwords. Only a correct
 * password reveals why an account is refused.
 */
import { sql } from 'kysely'
import type { Credentials, User } from '../../../contract/auth'
import { normalEmail } from '../../../domain/email'
import type { ServerSettings } from '../../../engine/compiled'
import { Refusal } from '../../refusal'
import { originOf } from '../../request'
import { NamedSemaphores } from '../../semaphore'
import { type Db, inTransaction } from '../../store/database'
import { addSignInRefusal, type RefusedSignIn } from '../accessHistory'
import { type Actor, aboutAccount, addHistory } from '../history'
import { verifyPassword } from './passwords'
import { openSession, type Requester } from './sessions'
import { countAttempt, SIGN_UP_MINUTES, uncountAttempt } from './signInAttempts'

interface SignInRequest {
  origin: string
  now: Date
  limits: ServerSettings['signIn']
}

/**
 * Checks the password and begins a session.
 *
 * @param withinTransaction runs in the transaction that creates the session
 * @throws Refusal as `checkCredentials`
 */
export async function signIn(
  db: Db,
  credentials: Credentials,
  { browser, request, ...signInRequest }: SignInRequest & Requester & { request: string },
  withinTransaction: (tx: Db, user: User) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const { origin, now } = signInRequest
  const { password_hash, ...user } = await checkCredentials(db, credentials, signInRequest, refused =>
    addSignInRefusal(db, { origin, request }, refused, now),
  )
  const session = await inTransaction(db, async tx => {
    // Check the password hash again: a session that begins during a password change would survive it.
    const unchangedAccount = await tx
      .selectFrom('clients')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', password_hash)
      .where('active', '=', true)
      .forShare()
      .executeTakeFirst()
    if (!unchangedAccount) throw new Refusal(401, 'signIn.wrong')
    await withinTransaction(tx, user)
    return beginSession(tx, user, { origin, browser, request, now })
  })
  return { user, session }
}

export interface SignedIn {
  user: User
  session: string
}

/**
 * Begins a session after any kind of sign-in.
 *
 * @param after details for the history
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

/** Why the account may not sign in, if so. Only for users who are authenticated. */
export function inactiveProblem(account: {
  active: boolean
  vendor_active: boolean
}): 'inactive' | 'vendorInactive' | undefined {
  if (!account.active) return 'inactive'
  return account.vendor_active ? undefined : 'vendorInactive'
}

/**
 * Checks the credentials.
 *
 * @param onRefused called before it throws; of the attempts that a lock refuses only for the first
 * @param origin IP address of the client: failures lock an e-mail address for this origin only (security 11), and very
 *   many lock the origin for all addresses (51)
 * @throws Refusal 401 `signIn.wrong`; 429 `signIn.locked` with the seconds to wait; 403 `signIn.inactive` or
 *   `signIn.vendorInactive` when the password was right
 */
export async function checkCredentials(
  db: Db,
  { email, password }: Credentials,
  { origin, now, limits }: SignInRequest,
  onRefused: (refused: RefusedSignIn) => Promise<void> = async () => {},
): Promise<User & { password_hash: string }> {
  const address = normalEmail(email)
  const network = originOf(origin)
  const key = `${network} ${address}`
  const networkLimits = { ...limits, failures: limits.originFailures }
  return attemptQueues.run(key, async () => {
    // Counts for the network first: if the network is locked, no row is added for the account.
    await countAttempt(db, network, now, networkLimits, 'signIn.locked', () =>
      onRefused({ problem: 'locked' }),
    )
    await countAttempt(db, key, now, limits, 'signIn.locked', async () =>
      onRefused({ problem: 'locked', account: await findAccount(db, address) }),
    )
    const row = await findAccount(db, address)
    const isRight = await verifyPassword(password, row?.password_hash)
    if (!row || !isRight || row.password_hash === null) {
      await onRefused({ problem: row ? 'password' : 'unknownAccount', account: row })
      throw new Refusal(401, 'signIn.wrong')
    }
    const { active, vendor_active, password_hash, ...account } = row
    await db.deleteFrom('signin_failures').where('key', '=', key).execute()
    await uncountAttempt(db, network, networkLimits)
    const problem = inactiveProblem(row)
    if (problem) {
      await onRefused({ problem, account })
      throw new Refusal(403, `signIn.${problem}`)
    }
    return { ...account, password_hash }
  })
}

export async function isPasswordOf(db: Db, client: number, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('password_hash')
    .where('id', '=', client)
    .executeTakeFirst()
  return verifyPassword(password, row?.password_hash)
}

/** Deletes counts of failures that are older than twice the longest window or lock. */
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

/** Query for accounts with the columns that sign-in needs. */
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

/** Attempts with the same key run one after the other: concurrent correct ones must not count as failures. */
const attemptQueues = new NamedSemaphores(1)
