/** Sign-in with an identity that an OpenID provider has confirmed (decision 328). */
import { createHash, randomBytes } from 'node:crypto'
import type { User } from '../../../contract/auth'
import { normalEmail } from '../../../domain/email'
import type { SocialProblem } from '../../../domain/social'
import type { Compiled } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { type Db, inTransaction } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { changing } from '../changing'
import { findLinkedAccount, insertLogin, loginsOf, type ProviderIdentity, touchLogin } from './accountLogins'
import type { Requester } from './sessions'
import { accounts, beginSession, findAccount, inactiveProblem, type SignedIn } from './signIn'
import { addressProblem, addSignUpHistory, countSignUp, insertGuest, insertingGuest } from './signUp'

/** Refuses the sign-in; the console shows why. */
export class SocialFailure extends Error {
  override name = 'SocialFailure'

  /** @param account the account that would have been signed in, if known */
  constructor(
    readonly problem: SocialProblem,
    readonly account?: Omit<User, 'role'>,
    options?: ErrorOptions,
  ) {
    super(problem, options)
  }
}

interface SocialRequest {
  origin: string
  request: string
  now: Date
}

/**
 * The account to sign in. With `needs: 'password'` its owner must first confirm with the password that the identity may
 * be linked.
 */
type Arrival = { account: User; needs?: 'password' }

/**
 * Finds or makes the account of an identity.
 *
 * @throws SocialFailure, Refusal 429 `signUp.locked`
 */
export async function findOrCreateAccount(
  db: Db,
  identity: ProviderIdentity,
  socialRequest: SocialRequest & { config: Compiled },
): Promise<Arrival> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryFindOrCreate(db, identity, socialRequest)
    } catch (error) {
      // A concurrent request (such as another tab) has created or linked the account: try once more.
      const isOther = error instanceof SocialFailure && error.problem === 'otherAccount'
      if (!(isDuplicate(error) || isOther) || attempt > 1) throw error
    }
  }
}

async function tryFindOrCreate(
  db: Db,
  identity: ProviderIdentity,
  { config, ...socialRequest }: SocialRequest & { config: Compiled },
): Promise<Arrival> {
  const { now, origin, request } = socialRequest
  const linked = await findLinkedAccount(db, identity)
  if (linked) {
    const account = await accountById(db, linked.client)
    refuseInactive(account)
    await touchLogin(db, identity, now)
    return { account: userOf(account) }
  }
  if (!identity.email) throw new SocialFailure('unverified')
  const email = normalEmail(identity.email)
  const row = await findAccount(db, email)
  if (!row) {
    if (Object.keys(addressProblem(email, config.shared)).length > 0) throw new SocialFailure('notAllowed')
    await countSignUp(db, { origin, now, server: config.server })
    return insertingGuest(db, async tx => {
      const account = await insertGuest(tx, { email, password_hash: null, shared: config.shared })
      await addSignUpHistory(tx, account, { origin, request }, { provider: identity.provider })
      await insertLogin(tx, { ...account, origin, request }, account, identity, now)
      return { account }
    })
  }
  refuseInactive(row)
  const account = userOf(row)
  const logins = await loginsOf(db, row.id)
  // Another identity of this provider is linked: the address may belong to another person now.
  if (logins.some(({ provider }) => provider === identity.provider))
    throw new SocialFailure('otherAccount', account)
  // Another provider has vouched for this address already; otherwise the password must prove who owns the account.
  const isVouchedFor = logins.some(login => login.email && normalEmail(login.email) === email)
  if (!isVouchedFor) {
    if (row.password_hash === null) throw new SocialFailure('taken', account)
    return { account, needs: 'password' }
  }
  await inTransaction(db, tx => insertLogin(tx, { ...account, origin, request }, account, identity, now))
  return { account }
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

const accountById = (db: Db, id: number) =>
  accounts(db).where('clients.id', '=', id).executeTakeFirstOrThrow()

/** @throws SocialFailure */
function refuseInactive(account: AccountRow): void {
  const problem = inactiveProblem(account)
  if (problem) throw new SocialFailure(problem, userOf(account))
}

const userOf = ({ id, level, name, email, vendor, role }: AccountRow): User => ({
  id,
  level,
  name,
  email,
  vendor,
  role,
})

const TOKEN_SECONDS = 60

/** The token for the URL, and its counterpart for a cookie, which binds the token to the browser. */
interface OnceToken {
  token: string
  binding: string
}

/** Creates a token that is valid for 60 seconds, once, and in one browser. */
export async function issueOnce(
  db: Db,
  { id }: Pick<User, 'id'>,
  provider: string,
  now: Date,
): Promise<OnceToken & { seconds: number }> {
  const token = `once_${randomBytes(32).toString('base64url')}`
  const binding = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + TOKEN_SECONDS * 1000)
  await db
    .insertInto('signin_tokens')
    .values({ hash: hashed(token), browser: hashed(binding), client_id: id, provider, expires })
    .execute()
  return { token, binding, seconds: TOKEN_SECONDS }
}

/**
 * Exchanges the token for a session.
 *
 * @throws Refusal 401 `signIn.tokenOver`; 403 `signIn.inactive` or `signIn.vendorInactive`
 */
export async function exchangeOnce(
  db: Db,
  { token, binding }: OnceToken,
  socialRequest: SocialRequest & Requester,
): Promise<SignedIn & { provider: string }> {
  return inTransaction(db, async tx => {
    // A single statement, so that only one of two concurrent requests succeeds.
    const usedToken = await tx
      .deleteFrom('signin_tokens')
      .where('hash', '=', hashed(token))
      .where('browser', '=', hashed(binding))
      .where('expires', '>', socialRequest.now)
      .returning(['client_id', 'provider'])
      .executeTakeFirst()
    if (!usedToken) throw new Refusal(401, 'signIn.tokenOver')
    const row = await accounts(tx)
      .where('clients.id', '=', usedToken.client_id)
      .forShare(['clients', 'vendors'])
      .executeTakeFirstOrThrow()
    const problem = inactiveProblem(row)
    if (problem) throw new Refusal(403, `signIn.${problem}`)
    const user = userOf(row)
    const { provider } = usedToken
    return { user, provider, session: await beginSession(tx, user, socialRequest, { provider }) }
  })
}

/** Deletes tokens that were not used in time. */
export const sweepOnceTokens = (db: Db, now: Date) =>
  db.deleteFrom('signin_tokens').where('expires', '<=', now).execute()

const hashed = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Links an identity to the caller's account.
 *
 * @throws SocialFailure `linkedElsewhere`, `otherAccount`; Refusal as `changing`
 */
export async function linkOwn(db: Db, caller: Caller, identity: ProviderIdentity, now: Date): Promise<void> {
  try {
    await changing(db, caller, async tx => {
      const linked = await findLinkedAccount(tx, identity)
      if (linked?.client === caller.id) return
      if (linked) throw new SocialFailure('linkedElsewhere', caller)
      const logins = await loginsOf(tx, caller.id)
      if (logins.some(({ provider }) => provider === identity.provider))
        throw new SocialFailure('otherAccount', caller)
      await insertLogin(tx, caller, caller, identity, now)
    })
  } catch (error) {
    // A concurrent request has linked the identity.
    if (isDuplicate(error)) throw new SocialFailure('linkedElsewhere', caller, { cause: error })
    throw error
  }
}
