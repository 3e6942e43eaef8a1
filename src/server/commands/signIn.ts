/** Sign-in: throttled, the same to known and unknown addresses, and refused with a reason only to who knows the password. */
import { isIPv6 } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { Credentials, User } from '../../contract/auth'
import { normalEmail } from '../../domain/email'
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { verifyPassword } from './passwords'

/**
 * Checks the credentials.
 *
 * @param origin IP address of who asks: failures lock an e-mail for this origin only (security.md 11)
 * @throws Refusal 401 `signIn.wrong`; 429 `signIn.locked` with the seconds to wait; 403 `signIn.inactive` or
 *   `signIn.vendorInactive` when the password was right
 */
export async function signIn(
  db: Db,
  { email, password }: Credentials,
  { origin, now, limits }: { origin: string; now: Date; limits: ServerSettings['signIn'] },
): Promise<User> {
  const address = normalEmail(email)
  const key = `${originOf(origin)} ${address}`
  return oneAtATime(key, async () => {
    await countAttempt(db, key, now, limits)
    const found = await findAccount(db, address)
    if (!(await verifyPassword(password, found?.password_hash)) || !found)
      throw new Refusal(401, 'signIn.wrong')
    await db.deleteFrom('signin_failures').where('key', '=', key).execute()
    if (!found.active) throw new Refusal(403, 'signIn.inactive')
    if (!found.vendor_active) throw new Refusal(403, 'signIn.vendorInactive')
    const { id, level, name, email, vendor_id: vendor } = found
    return { id, level, name, email, vendor }
  })
}

/** Forgets failures and revocations that no longer matter. */
export async function sweepSignIn(db: Db, now: Date, limits: ServerSettings['signIn']): Promise<void> {
  const minutes = Math.max(limits.windowMinutes, limits.lockMinutes) * 2
  await db
    .deleteFrom('signin_failures')
    .where('since', '<', new Date(now.getTime() - minutes * 60_000))
    .execute()
  await db.deleteFrom('revoked_tokens').where('expires', '<', now).execute()
}

/** An IPv6 network is one origin: its owner can take any address in it. */
function originOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
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

/** Counts before the password is looked at, so that attempts at the same moment cannot slip through together. */
async function countAttempt(
  db: Db,
  key: string,
  now: Date,
  { failures: most, windowMinutes, lockMinutes }: ServerSettings['signIn'],
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const inMinutes = (minutes: number): RawBuilder<Date> =>
    sql<Date>`${new Date(now.getTime() + minutes * 60_000).toISOString()}::timestamptz`
  const { rows } = await sql<{ failures: number; locked: Date | null }>`
    insert into signin_failures as kept (key, failures, since, locked)
    values (${key}, 1, ${at}, case when 1 >= ${most}::int then ${inMinutes(lockMinutes)} end)
    on conflict (key) do update set (failures, since, locked) = (
      select
        case when stale then 1 else least(kept.failures + 1, 1000000) end,
        case when stale then ${at} else kept.since end,
        case
          when not stale and kept.locked is not null then kept.locked
          when not stale and kept.failures + 1 >= ${most}::int then ${inMinutes(lockMinutes)}
        end
      from (select coalesce(kept.locked <= ${at}, kept.since <= ${inMinutes(-windowMinutes)}) as stale) as age
    )
    returning failures, locked`.execute(db)
  const { failures, locked } = rows[0]!
  if (failures <= most || !locked) return
  const seconds = Math.max(1, Math.ceil((locked.getTime() - now.getTime()) / 1000))
  throw new Refusal(429, 'signIn.locked', { minutes: Math.ceil(seconds / 60) }, { retryAfter: seconds })
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
