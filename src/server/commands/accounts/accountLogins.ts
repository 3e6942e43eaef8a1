/** The accounts of other services by which a user signs in: linked, listed and unlinked. */
import type { Logins } from '../../../contract/auth'
import type { ServerSettings } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { changing } from '../changing'
import { type Actor, aboutAccount, addHistory } from '../history'
import { checkCredentials } from './signIn'

/** A user's identity at a provider, as the provider has signed it. */
export interface ProviderIdentity {
  provider: string
  issuer: string
  subject: string
  /** An address that the provider vouches for (`vouchedEmail`), or none. */
  email?: string | undefined
}

/** The rows of an account, oldest first. */
export const loginsOf = (db: Db, client: number) =>
  db
    .selectFrom('account_logins')
    .select(['provider', 'email', 'created', 'used'])
    .where('client_id', '=', client)
    .orderBy('created')
    .execute()

/** Whose this identity is, if it is linked. */
export const clientOf = (db: Db, { issuer, subject }: ProviderIdentity) =>
  db
    .selectFrom('account_logins')
    .select('client_id as client')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Links it. @throws what the database says of an identity, or of a provider of this account, that is linked already */
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

/** It has been signed in with, and the provider may know another address by now. */
export const touchLogin = (db: Db, { issuer, subject, email = '' }: ProviderIdentity, now: Date) =>
  db
    .updateTable('account_logins')
    .set({ used: now, email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/** @param offered providers that are configured */
export async function listLogins(
  db: Db,
  caller: Caller,
  { offered, now }: { offered: string[]; now: Date },
): Promise<Logins> {
  const logins = await loginsOf(db, caller.id)
  const { hasPassword, isFresh } = await standingOf(db, caller, now)
  return {
    password: hasPassword,
    fresh: isFresh,
    offered,
    logins: logins.map(({ created, used, ...login }) => ({
      ...login,
      created: created.toISOString(),
      used: used.toISOString(),
    })),
  }
}

/**
 * Ends this way in.
 *
 * @throws Refusal 404 where it is not linked, 409 `login.lastWay` where nothing else would be left
 */
export async function removeLogin(db: Db, caller: Caller, provider: string): Promise<void> {
  await changing(db, caller, async tx => {
    // One after the other: two that are unlinked at once could be the last two.
    const { password_hash } = await tx
      .selectFrom('clients')
      .select('password_hash')
      .where('id', '=', caller.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const logins = await loginsOf(tx, caller.id)
    const { email } = orNotFound(logins.find(one => one.provider === provider))
    if (password_hash === null && logins.length === 1) throw new Refusal(409, 'login.lastWay')
    await tx
      .deleteFrom('account_logins')
      .where('client_id', '=', caller.id)
      .where('provider', '=', provider)
      .execute()
    await addHistory(tx, caller, { ...aboutAccount(caller), action: 'unlinked', before: { provider, email } })
  })
}

/** Without a password, who has signed in within this time may change how they sign in. */
export const FRESH_MINUTES = 10

/**
 * That it is the owner who changes how an account is signed in to, and not who has found its session open: by the
 * password, or without one by having signed in just now.
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
  const { hasPassword, isFresh } = await standingOf(db, caller, now)
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

/** Whether there is a password, and whether this session has only just begun. */
export async function standingOf(
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
