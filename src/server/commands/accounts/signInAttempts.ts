/** Counts of sign-in and sign-up attempts, in the database so that they survive a restart (security 10). */
import { type RawBuilder, sql } from 'kysely'
import type { ServerSettings } from '../../../engine/compiled'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'

/** The window in which new accounts are counted. */
export const SIGN_UP_MINUTES = 60

/** After `failures` within `windowMinutes`, refused for `lockMinutes`. */
type AttemptLimits = Pick<ServerSettings['signIn'], 'failures' | 'windowMinutes' | 'lockMinutes'>

/**
 * Counts an attempt before the credentials are checked (decision 117): simultaneous attempts cannot exceed the limit.
 *
 * @param key identifies the client and the kind of attempt
 * @param lockedCode error code
 * @param onLocked called at the first attempt that a lock refuses
 * @throws Refusal 429 with the seconds to wait
 */
export async function countAttempt(
  db: Db,
  key: string,
  now: Date,
  limits: AttemptLimits,
  lockedCode: string,
  onLocked: () => Promise<void> = async () => {},
): Promise<void> {
  const { failures, waitSeconds } = await takeAttempt(db, key, now, limits)
  if (waitSeconds === 0) return
  if (failures === limits.failures + 1) await onLocked()
  throw new Refusal(429, lockedCode, { minutes: Math.ceil(waitSeconds / 60) }, { retryAfter: waitSeconds })
}

/**
 * Counts an attempt. A count is `stale`, and begins again at 1, once its lock or, without a lock, its window is over.
 *
 * @returns the attempts of the window, and how long this one must wait; 0 if it is allowed
 */
export async function takeAttempt(
  db: Db,
  key: string,
  now: Date,
  { failures: maxFailures, windowMinutes, lockMinutes }: AttemptLimits,
): Promise<{ failures: number; waitSeconds: number }> {
  const nowSql = sql`${now.toISOString()}::timestamptz`
  const inMinutes = (minutes: number): RawBuilder<Date> =>
    sql<Date>`${new Date(now.getTime() + minutes * 60_000).toISOString()}::timestamptz`
  const { rows } = await sql<{ failures: number; locked: Date | null }>`
    insert into signin_failures as kept (key, failures, since, locked)
    values (${key}, 1, ${nowSql}, case when 1 >= ${maxFailures}::int then ${inMinutes(lockMinutes)} end)
    on conflict (key) do update set (failures, since, locked) = (
      select
        case when stale then 1 else least(kept.failures + 1, 1000000) end,
        case when stale then ${nowSql} else kept.since end,
        case
          when not stale and kept.locked is not null then kept.locked
          when not stale and kept.failures + 1 >= ${maxFailures}::int then ${inMinutes(lockMinutes)}
        end
      from (select coalesce(kept.locked <= ${nowSql}, kept.since <= ${inMinutes(-windowMinutes)}) as stale) as age
    )
    returning failures, locked`.execute(db)
  const { failures, locked: until } = rows[0]!
  if (failures <= maxFailures || !until) return { failures, waitSeconds: 0 }
  return { failures, waitSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) }
}

/** Takes back an attempt that succeeded, and the lock if this attempt set it. */
export async function uncountAttempt(
  db: Db,
  key: string,
  { failures: maxFailures }: AttemptLimits,
): Promise<void> {
  await sql`
    update signin_failures
    set failures = greatest(failures - 1, 0), locked = case when failures > ${maxFailures}::int then locked end
    where key = ${key}`.execute(db)
}
