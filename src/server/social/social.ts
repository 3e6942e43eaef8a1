/**
 * Sign-in by other services as it is configured: shared by the pages that lead there and back and by the calls of the
 * profile.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SocialFailure } from '../commands/accounts/socialSignIn'
import type { Deps } from '../deps'
import { isLoopback } from '../start/env'
import { type Attempt, Attempts } from './attempts'
import type { CookieScope } from './cookies'
import { OpenId } from './openId'
import { type Provider, providerStates } from './settings'

export class Social {
  readonly openId: OpenId
  readonly attempts: Attempts

  constructor(private readonly deps: Deps) {
    const { tokens, now, config } = deps
    this.openId = new OpenId(() => config.current().server.social)
    this.attempts = new Attempts(tokens, now)
  }

  /** Names of the providers that can be used. */
  offered(): string[] {
    return this.states().flatMap(({ name, provider }) => (provider ? [name] : []))
  }

  /**
   * @returns the provider, and the address under which this console is reached
   * @throws SocialFailure `unconfigured`
   */
  find(name: string, request: FastifyRequest): { provider: Provider; base: string } {
    const provider = this.states().find(one => one.name === name)?.provider
    const base = this.baseOf(request)
    if (!provider || !base) throw new SocialFailure('unconfigured')
    return { provider, base }
  }

  /** Where a provider sends the browser back to: what is registered there. */
  wayBack(base: string, name: string): string {
    return `${base}/auth/callback/${name}`
  }

  isSecure(base: string): boolean {
    return base.startsWith('https:')
  }

  /** The same for a call. */
  isHttps({ protocol }: FastifyRequest): boolean {
    return protocol === 'https' || this.isSecure(this.deps.env.publicUrl ?? '')
  }

  /** Begins a way out. @returns where the browser goes @throws SocialFailure `away` */
  async leave({
    request,
    reply,
    provider,
    base,
    locale,
    ...more
  }: {
    request: FastifyRequest
    reply: FastifyReply
    provider: Provider
    base: string
    locale: string
  } & Pick<Attempt, 'app' | 'link'>): Promise<string> {
    const { name } = provider
    const { url, checks } = await this.openId.leave(provider, this.wayBack(base, name), locale)
    await this.attempts.begin(request, reply, { provider: name, ...checks, ...more }, this.isSecure(base))
    return url.href
  }

  /** PUBLIC_URL; without it this machine's own addresses alone, whatever a request says of its host. */
  private baseOf({ headers }: FastifyRequest): string | undefined {
    const { publicUrl } = this.deps.env
    if (publicUrl) return new URL(publicUrl).origin
    const text = `http://${headers.host ?? ''}`
    if (!URL.canParse(text)) return undefined
    const { hostname, origin } = new URL(text)
    return isLoopback(hostname.replace(/^\[|\]$/g, '')) ? origin : undefined
  }

  private states() {
    return providerStates(this.deps.config.current().shared.app, this.deps.env)
  }
}

export const exchangeScope = (secure: boolean): CookieScope => ({
  path: '/api/auth/exchange',
  sameSite: 'Strict',
  secure,
})

/** The name of the cookie that binds a one-time token to its browser. */
export const exchangeCookie = (token: string): string =>
  `signin-once-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`
