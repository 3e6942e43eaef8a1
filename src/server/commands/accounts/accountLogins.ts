/** Links, lists and unlinks the external accounts (OpenID providers) by which a user signs in. */
import type { Logins } from '../../../contract/auth'
import type { ServerSettings } from '../../../engine/compiled'
import { type Caller, isMaster } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { changing } from '../changing'
import { type Actor, aboutAccount, addHistory } from '../history'
import { checkCredentials } from './signIn'

/** A user's identity as signed by the provider. */
export interface ProviderIdentity {
  provider: string
  issuer: string
  subject: string
  /** An address that the provider vouches for (`vouchedEmail`), or none. */
  email?: string | undefined
}

/** The logins of an account, oldest first. */
export const loginsOf = (db: Db, client: number) =>
  db
    .selectFrom('account_logins')
    .select(['provider', 'email', 'created', 'used'])
    .where('client_id', '=', client)
    .orderBy('created')
    .execute()

/** The id of the account to which this identity is linked, if any. */
export const findLinkedAccount = (db: Db, { issuer, subject }: ProviderIdentity) =>
  db
    .selectFrom('account_logins')
    .select('client_id as client')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Links an identity. @throws the database's error if it, or another identity of this provider, is linked already */
export async function insertLogin(
  tx: Db,
  by: Actor,
  account: { id: number; name: string; email: string; level: number; vendor?: number | undefined },
  { provider, issuer, subject, email = '' }: ProviderIdentity,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('account_logins')
    .values({ provider, issuer, subject, email, client_id: account.id, created: now, used: now })
    .execute()
  await addHistory(tx, by, { ...aboutAccount(account), action: 'linked', after: { provider, email } })
}

/** Stores the time of a sign-in, and the provider's current address. */
export const touchLogin = (db: Db, { issuer, subject, email = '' }: ProviderIdentity, now: Date) =>
  db
    .updateTable('account_logins')
    .set({ used: now, email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/** Lists the caller's logins. Only masters see why a provider of config is not offered. */
export async function listLogins(
  db: Db,
  caller: Caller,
  { offered, unconfigured, now }: Pick<Required<Logins>, 'offered' | 'unconfigured'> & { now: Date },
): Promise<Logins> {
  const logins = await loginsOf(db, caller.id)
  const { hasPassword, isFresh } = await signInStateOf(db, caller, now)
  return {
    password: hasPassword,
    fresh: isFresh,
    offered,
    ...(isMaster(caller) && { unconfigured }),
    logins: logins.map(({ created, used, ...login }) => ({
      ...login,
      created: created.toISOString(),
      used: used.toISOString(),
    })),
  }
}

/**
 * Unlinks a provider.
 *
 * @throws Refusal 404 if it is not linked, 409 `login.lastWay` if the user could no longer sign in
 */
export async function removeLogin(db: Db, caller: Caller, provider: string): Promise<void> {
  await changing(db, caller, async tx => {
    // Lock the account: concurrent requests could remove the last two logins.
    const { password_hash } = await tx
      .selectFrom('clients')
      .select('password_hash')
      .where('id', '=', caller.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const logins = await loginsOf(tx, caller.id)
    const { email } = orNotFound(logins.find(login => login.provider === provider))
    if (password_hash === null && logins.length === 1) throw new Refusal(409, 'login.lastWay')
    await tx
      .deleteFrom('account_logins')
      .where('client_id', '=', caller.id)
      .where('provider', '=', provider)
      .execute()
    await addHistory(tx, caller, { ...aboutAccount(caller), action: 'unlinked', before: { provider, email } })
  })
}

/** An account without password may change its logins within this time after signing in. */
export const FRESH_MINUTES = 10

/**
 * Confirms that the owner of the account changes how it signs in, and not another person at an unattended session. The
 * proof is the password or, if the account has none, a recent sign-in.
 *
 * @throws Refusal 422 for a missing or wrong password, 429 after too many, 403 `login.stale`
 */
export async function confirmOwner(
  db: Db,
  caller: Caller,
  {
    password,
    origin,
    now,
    limits,
  }: { password?: string | undefined; origin: string; now: Date } & {
    limits: ServerSettings['signIn']
  },
): Promise<void> {
  const { hasPassword, isFresh } = await signInStateOf(db, caller, now)
  if (!hasPassword) {
    if (!isFresh) throw new Refusal(403, 'login.stale', { minutes: FRESH_MINUTES })
    return
  }
  const refuse = (code: string) => new Refusal(422, code, {}, { errors: { password: code } })
  if (!password) throw refuse('client.currentMissing')
  try {
    await checkCredentials(db, { email: caller.email, password }, { origin, now, limits })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'signIn.wrong') throw refuse('client.currentWrong')
    throw error
  }
}

/** Whether the account has a password, and whether this session began within `FRESH_MINUTES`. */
export async function signInStateOf(
  db: Db,
  { id, session }: Pick<Caller, 'id' | 'session'>,
  now: Date,
): Promise<{ hasPassword: boolean; isFresh: boolean }> {
  const { password_hash, begun } = orNotFound(
    await db
      .selectFrom('clients')
      .innerJoin('sessions', 'sessions.client_id', 'clients.id')
      .select(['clients.password_hash', 'sessions.begun'])
      .where('clients.id', '=', id)
      .where('sessions.id', '=', session)
      .executeTakeFirst(),
  )
  return {
    hasPassword: password_hash !== null,
    isFresh: now.getTime() - begun.getTime() < FRESH_MINUTES * 60_000,
  }
}
