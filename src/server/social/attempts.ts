/**
 * The unfinished sign-ins of a browser. Each attempt is in a separate sealed cookie, so that several tabs do not
 * disturb each other.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderIdentity } from '../commands/accounts/accountLogins'
import type { Tokens } from '../tokens'
import { type CookieScope, cookiesOf, setCookie } from './cookies'
import type { Checks } from './openId'

/** A sign-in for which the browser has left for a provider. */
export interface Attempt extends Checks {
  provider: string
  /** When it began, in milliseconds since 1970. */
  begunAt: number
  /** The path of the console to open afterwards. */
  app?: string | undefined
  /** The user whose account gets the login. Absent for a sign-in. */
  link?: { user: number; session: string } | undefined
}

/** An identity that waits for the password of the account with its address. */
interface Pending {
  identity: ProviderIdentity
  /** The id of the account. */
  account: number
  email: string
  app?: string | undefined
}

/** How long an attempt is valid. */
const VALID_SECONDS = 600
/** Maximum number of simultaneous sign-in attempts of a browser. */
const MAX_ATTEMPTS = 5

/** The name of the attempt's cookie: one per provider for links, one per attempt for sign-ins. */
const cookieNameOf = ({ provider, state, link }: Pick<Attempt, 'provider' | 'state' | 'link'>) =>
  link ? `signin-link-${provider}` : `signin-try-${state.slice(0, 16)}`

const PENDING = 'signin-pending'

export class Attempts {
  constructor(
    private readonly tokens: Tokens,
    private readonly now: () => Date,
  ) {}

  /** Stores an attempt in a cookie, and deletes the oldest cookies beyond `MAX_ATTEMPTS`. */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Omit<Attempt, 'begunAt'>,
    secure: boolean,
  ) {
    const now = this.now()
    const begun: Attempt = { ...attempt, begunAt: now.getTime() }
    const name = cookieNameOf(attempt)
    const others = [...cookiesOf(request)].filter(
      ([cookie]) => cookie.startsWith('signin-try-') && cookie !== name,
    )
    const dated = await Promise.all(
      others.map(async ([cookie, sealed]) => ({ cookie, begunAt: (await this.read(sealed))?.begunAt ?? 0 })),
    )
    for (const { cookie } of dated.sort((a, b) => b.begunAt - a.begunAt).slice(MAX_ATTEMPTS - 1))
      setCookie(reply, cookie, '', 0, attemptScope(secure))
    const sealed = await this.tokens.seal('attempt', begun, now, VALID_SECONDS)
    setCookie(reply, name, sealed, VALID_SECONDS, attemptScope(secure))
  }

  /** Ends an attempt when the browser returns. @returns `undefined` if it has expired, or another browser began it */
  async take(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, state }: { provider: string; state: string },
    secure: boolean,
  ): Promise<Attempt | undefined> {
    const cookies = cookiesOf(request)
    // Whether it was a sign-in or a link is in the cookie: look for both names.
    for (const link of [undefined, { user: 0, session: '' }]) {
      const name = cookieNameOf({ provider, state, link })
      const attempt = await this.read(cookies.get(name) ?? '')
      if (attempt?.provider !== provider || attempt.state !== state) continue
      setCookie(reply, name, '', 0, attemptScope(secure))
      return attempt
    }
    return undefined
  }

  private async read(sealed: string): Promise<Attempt | undefined> {
    return (await this.tokens.unseal('attempt', sealed, this.now())) as Attempt | undefined
  }

  /** Stores an identity until the password confirms it. */
  async keepPending(reply: FastifyReply, pending: Pending, secure: boolean): Promise<void> {
    const sealed = await this.tokens.seal('pending', pending, this.now(), VALID_SECONDS)
    setCookie(reply, PENDING, sealed, VALID_SECONDS, pendingScope(secure))
  }

  async pending(request: FastifyRequest): Promise<Pending | undefined> {
    const sealed = cookiesOf(request).get(PENDING) ?? ''
    return (await this.tokens.unseal('pending', sealed, this.now())) as Pending | undefined
  }

  forgetPending(reply: FastifyReply, secure: boolean): void {
    setCookie(reply, PENDING, '', 0, pendingScope(secure))
  }
}

// `Lax`, since the browser returns by a link of the provider.
const attemptScope = (secure: boolean): CookieScope => ({ path: '/auth', sameSite: 'Lax', secure })
const pendingScope = (secure: boolean): CookieScope => ({
  path: '/api/auth/pending',
  sameSite: 'Strict',
  secure,
})
