/**
 * What a browser has begun and not finished: each try in a sealed cookie of its own, so that several tabs do not
 * disturb each other.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderIdentity } from '../commands/accounts/accountLogins'
import type { Tokens } from '../tokens'
import { type CookieScope, cookiesOf, setCookie } from './cookies'
import type { Checks } from './openId'

/** A way out to a provider. */
export interface Attempt extends Checks {
  provider: string
  /** When it began, in milliseconds since 1970. */
  at: number
  /** The path to go on to. */
  app?: string | undefined
  /** The user to whose account a login is to be linked; without it the attempt is a sign-in. */
  link?: { user: number; session: string } | undefined
}

/** An identity that waits for the password of the account with its address. */
interface Pending {
  identity: ProviderIdentity
  /** The account, by id. */
  account: number
  email: string
  app?: string | undefined
}

const SECONDS = 600
/** Ways out to sign in that a browser may have under way. */
const KEPT = 5

const nameOf = ({ provider, state, link }: Pick<Attempt, 'provider' | 'state' | 'link'>) =>
  link ? `signin-link-${provider}` : `signin-try-${state.slice(0, 16)}`

const PENDING = 'signin-pending'

export class Attempts {
  constructor(
    private readonly tokens: Tokens,
    private readonly now: () => Date,
  ) {}

  /** Remembers a way out; of too many the oldest is forgotten. */
  async begin(request: FastifyRequest, reply: FastifyReply, attempt: Omit<Attempt, 'at'>, secure: boolean) {
    const now = this.now()
    const whole: Attempt = { ...attempt, at: now.getTime() }
    const name = nameOf(attempt)
    const open = [...cookiesOf(request)].filter(([one]) => one.startsWith('signin-try-') && one !== name)
    const aged = await Promise.all(
      open.map(async ([one, sealed]) => ({ one, at: (await this.read(sealed))?.at ?? 0 })),
    )
    for (const { one } of aged.sort((a, b) => b.at - a.at).slice(KEPT - 1))
      setCookie(reply, one, '', 0, wayBack(secure))
    setCookie(reply, name, await this.tokens.seal('attempt', whole, now, SECONDS), SECONDS, wayBack(secure))
  }

  /** The way out that a way back belongs to, which is over with that; `undefined` where this browser has begun none. */
  async take(
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, state }: { provider: string; state: string },
    secure: boolean,
  ): Promise<Attempt | undefined> {
    const cookies = cookiesOf(request)
    for (const link of [undefined, { user: 0, session: '' }]) {
      const name = nameOf({ provider, state, link })
      const attempt = await this.read(cookies.get(name) ?? '')
      if (attempt?.provider !== provider || attempt.state !== state) continue
      setCookie(reply, name, '', 0, wayBack(secure))
      return attempt
    }
    return undefined
  }

  private async read(sealed: string): Promise<Attempt | undefined> {
    return (await this.tokens.unseal('attempt', sealed, this.now())) as Attempt | undefined
  }

  async keepPending(reply: FastifyReply, pending: Pending, secure: boolean): Promise<void> {
    const sealed = await this.tokens.seal('pending', pending, this.now(), SECONDS)
    setCookie(reply, PENDING, sealed, SECONDS, toPending(secure))
  }

  async pending(request: FastifyRequest): Promise<Pending | undefined> {
    const sealed = cookiesOf(request).get(PENDING) ?? ''
    return (await this.tokens.unseal('pending', sealed, this.now())) as Pending | undefined
  }

  forgetPending(reply: FastifyReply, secure: boolean): void {
    setCookie(reply, PENDING, '', 0, toPending(secure))
  }
}

const wayBack = (secure: boolean): CookieScope => ({ path: '/auth', sameSite: 'Lax', secure })
const toPending = (secure: boolean): CookieScope => ({
  path: '/api/auth/pending',
  sameSite: 'Strict',
  secure,
})
