/** Sessions: what a token is worth now, and how one ends (security.md 9 and 17). */
import type { Levels } from '../../domain/authority'
import type { Caller } from '../caller'
import type { Db } from '../store/database'
import type { TokenClaims } from '../tokens'

/**
 * The account behind a token, as it is at this moment; `undefined` when the account or its vendor is gone or inactive, its
 * password was changed since in another session, or the session was ended. One query.
 */
export async function findCaller(db: Db, claims: TokenClaims, levels: Levels): Promise<Caller | undefined> {
  const found = await db
    .selectFrom('clients')
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .leftJoin('revoked_tokens', join => join.on('revoked_tokens.jti', '=', claims.session))
    .select(['clients.id', 'clients.level', 'clients.name', 'clients.email', 'clients.vendor_id as vendor'])
    .where('clients.id', '=', claims.user)
    .where('clients.active', '=', true)
    .where('vendors.active', '=', true)
    .where(eb =>
      eb.or([
        eb('clients.tokens_from', '<=', claims.issued),
        eb('clients.kept_session', '=', claims.session),
      ]),
    )
    .where('revoked_tokens.jti', 'is', null)
    .executeTakeFirst()
  return found && { ...found, levels, session: claims.session }
}

/**
 * Ends a session: no token of it is good any more. Kept until the last of them would have expired.
 *
 * @param minutes how long a token lives
 */
export async function endSession(db: Db, session: string, now: Date, minutes: number): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ jti: session, expires: new Date(now.getTime() + minutes * 60_000) })
    .onConflict(conflict => conflict.column('jti').doNothing())
    .execute()
}
