/** Sign-in: throttled, the same to known and unknown addresses, and refused with a reason only to who knows the password. */
import { sql } from 'kysely'
import type { Credentials, User } from '../../contract/auth'
import { normalEmail } from '../../domain/email'
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { countAttempt, originOf, SIGN_UP_MINUTES, uncountAttempt } from './attempts'
import { verifyPassword } from './passwords'

/**
 * Checks the credentials.
 *
 * @param origin IP address of who asks: failures lock an e-mail for this origin only (security.md 11), and very many of them the
 *   origin for every e-mail (51)
 * @throws Refusal 401 `signIn.wrong`; 429 `signIn.locked` with the seconds to wait; 403 `signIn.inactive` or
 *   `signIn.vendorInactive` when the password was right
 */
export async function signIn(
  db: Db,
  { email, password }: Credentials,
  { origin, now, limits }: { origin: string; now: Date; limits: ServerSettings['signIn'] },
): Promise<User> {
  const address = normalEmail(email)
  const place = originOf(origin)
  const key = `${place} ${address}`
  const ofPlace = { ...limits, failures: limits.originFailures }
  return oneAtATime(key, async () => {
    // The place first: what it is refused adds no row for the account.
    await countAttempt(db, place, now, ofPlace, 'signIn.locked')
    await countAttempt(db, key, now, limits, 'signIn.locked')
    const found = await findAccount(db, address)
    if (!(await verifyPassword(password, found?.password_hash)) || !found)
      throw new Refusal(401, 'signIn.wrong')
    await db.deleteFrom('signin_failures').where('key', '=', key).execute()
    await uncountAttempt(db, place, ofPlace)
    if (!found.active) throw new Refusal(403, 'signIn.inactive')
    if (!found.vendor_active) throw new Refusal(403, 'signIn.vendorInactive')
    const { id, level, name, email, vendor_id: vendor } = found
    return { id, level, name, email, vendor }
  })
}

/** Forgets failures and revocations that no longer matter. */
export async function sweepSignIn(db: Db, now: Date, limits: ServerSettings['signIn']): Promise<void> {
  const minutes = Math.max(limits.windowMinutes, limits.lockMinutes, SIGN_UP_MINUTES) * 2
  await db
    .deleteFrom('signin_failures')
    .where('since', '<', new Date(now.getTime() - minutes * 60_000))
    .execute()
  await db.deleteFrom('revoked_tokens').where('expires', '<', now).execute()
}

function findAccount(db: Db, address: string) {
  return db
    .selectFrom('clients')
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .select([
      'clients.id',
      'clients.level',
      'clients.name',
      'clients.email',
      'clients.vendor_id',
      'clients.password_hash',
      'clients.active',
      'vendors.active as vendor_active',
    ])
    .where(sql`lower(clients.email)`, '=', address)
    .executeTakeFirst()
}

const queues = new Map<string, Promise<unknown>>()

/** In one process attempts of one key wait for each other: two right ones at once must not count as failures. */
async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}
