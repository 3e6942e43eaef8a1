/** Sign-up creates an active guest without a vendor; a master assigns the vendor later (§2 Register, decision 27). */
import { sql } from 'kysely'
import type { Credentials, User } from '../../../contract/auth'
import { isEmail, normalEmail } from '../../../domain/email'
import { ownResource } from '../../../engine/access'
import type { Compiled, CompiledConfig, ServerSettings } from '../../../engine/compiled'
import { validateRecord } from '../../../engine/validation/validateRecord'
import { type Problems, problem, refuseProblems } from '../../refusal'
import { originOf } from '../../request'
import { type Db, inTransaction } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { retryDeadlocks } from '../../store/retryDeadlocks'
import { aboutAccount, addHistory } from '../history'
import { idempotently, type Repeatable } from '../idempotency'
import { EMAIL_TAKEN } from '../records/rules/clients'
import { hashPassword, passwordProblems } from './passwords'
import { countAttempt, SIGN_UP_MINUTES } from './signInAttempts'

interface SignUp {
  origin: string
  /** Id of the request. */
  request: string
  now: Date
  config: Compiled
  repeat: Omit<Repeatable, 'client'>
}

/**
 * Creates the account. Its name is the part of the address before the @, until the user changes it.
 *
 * @param origin IP address of the client; attempts per hour are limited (`signUp.perHour`), failed ones included
 * @param repeat the idempotency key: a retry after a lost response gets the same response
 * @returns the id
 * @throws Refusal 422 by field, also if the address is in use; 429 `signUp.locked` with the seconds to wait
 */
export async function signUp(
  db: Db,
  { email: enteredEmail, password }: Credentials,
  { origin, request, now, config: { shared, server }, repeat }: SignUp,
): Promise<number> {
  const email = normalEmail(enteredEmail)
  refuseProblems({
    ...(isEmail(email) ? addressProblem(email, shared) : problem('email', 'field.email')),
    ...passwordProblems(password, email, 'plain', shared),
  })
  // Counted before the address is looked up, which also limits probing for known addresses.
  await countSignUp(db, { origin, now, server })
  const password_hash = await hashPassword(password)
  try {
    return await insertingGuest(db, async tx => {
      const guest = await insertGuest(tx, { email, password_hash, shared })
      return idempotently(tx, { ...repeat, client: guest.id }, async () => {
        await addSignUpHistory(tx, guest, { origin, request })
        return guest.id
      })
    })
  } catch (error) {
    if (!isDuplicate(error, 'clients_email')) throw error
    return findCreated(db, email, repeat)
  }
}

/** Counts an attempt, even if it fails later. @throws Refusal 429 `signUp.locked` */
export function countSignUp(
  db: Db,
  { origin, now, server }: { origin: string; now: Date; server: ServerSettings },
): Promise<void> {
  const limits = {
    failures: server.signUp.perHour,
    windowMinutes: SIGN_UP_MINUTES,
    lockMinutes: SIGN_UP_MINUTES,
  }
  return countAttempt(db, `signUp ${originOf(origin)}`, now, limits, 'signUp.locked')
}

/**
 * Runs a transaction with `insertGuest`. Two that insert the same address at once may wait for each other, since the
 * exclusion constraint looks for other rows after the insert. One is rolled back; repeated, it finds the other's row.
 *
 * @throws the database's error for a taken address (`isDuplicate`)
 */
export const insertingGuest = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  retryDeadlocks(() => inTransaction(db, work))

/**
 * Inserts a guest without a vendor (decision 27), named by the part of the address before the @.
 *
 * @param password_hash null for an account that signs in by a provider
 */
export async function insertGuest(
  tx: Db,
  { email, password_hash, shared }: { email: string; password_hash: string | null; shared: CompiledConfig },
): Promise<User & { vendor: number }> {
  const level = shared.levels.numbers.guest
  const name = email.slice(0, email.indexOf('@'))
  const { id } = await tx
    .insertInto('clients')
    .values({ name, email, level, vendor_id: 0, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, email, level, vendor: 0 }
}

/** @param after the provider, if the user signs up by a provider and not by a password */
export const addSignUpHistory = (
  tx: Db,
  { id, email, level }: User,
  by: { origin: string; request: string },
  after?: Record<string, string>,
) =>
  addHistory(
    tx,
    { id, email, level, ...by },
    { ...aboutAccount({ id, name: email, email, level }), action: 'signedUp', after },
  )

/** Returns the account if an earlier try of this request created it; otherwise refuses the address as taken. */
function findCreated(db: Db, email: string, repeat: SignUp['repeat']): Promise<number> {
  return inTransaction(db, async tx => {
    const { id } = await tx
      .selectFrom('clients')
      .select('id')
      .where(sql`lower(email)`, '=', email)
      .executeTakeFirstOrThrow()
    return idempotently(tx, { ...repeat, client: id }, async () => {
      refuseProblems(EMAIL_TAKEN)
      return id
    })
  })
}

/** Validates an address by the rules of config. */
export function addressProblem(email: string, { resources, levels, app }: CompiledConfig): Problems {
  const { email: emailProblem } = validateRecord(
    ownResource(resources.clients!),
    { email },
    { action: 'create', level: levels.numbers.guest, levels: levels.numbers, password: app.limits.password },
  )
  return emailProblem ? { email: emailProblem } : {}
}
