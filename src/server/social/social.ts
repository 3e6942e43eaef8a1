/**
 * The configured sign-in by OpenID providers, for the routes by which the browser leaves and returns, and for the calls
 * of the profile.
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

  /** The other providers of config, with the names of missing or wrong variables. */
  unconfigured(): { provider: string; missing: string[] }[] {
    return this.states().flatMap(({ name, missing, provider }) =>
      provider ? [] : [{ provider: name, missing }],
    )
  }

  /**
   * Finds a provider by its name.
   *
   * @returns the provider, and the URL of this console for browsers
   * @throws SocialFailure `unconfigured`
   */
  find(name: string, request: FastifyRequest): { provider: Provider; base: string } {
    const provider = this.states().find(state => state.name === name)?.provider
    const base = this.baseOf(request)
    if (!provider || !base) throw new SocialFailure('unconfigured')
    return { provider, base }
  }

  /** The URL to which a provider sends the browser back; it is registered there. */
  callbackUrl(base: string, name: string): string {
    return `${base}/auth/callback/${name}`
  }

  /** Whether the console is reached over TLS; then its cookies are secure. */
  isSecure(base: string): boolean {
    return base.startsWith('https:')
  }

  /** As `isSecure`, for a call of the API. */
  isHttps({ protocol }: FastifyRequest): boolean {
    return protocol === 'https' || this.isSecure(this.deps.env.publicUrl ?? '')
  }

  /** Begins an attempt. @returns the URL at the provider @throws SocialFailure `away` */
  async beginAttempt({
    request,
    reply,
    provider,
    base,
    locale,
    ...purpose
  }: {
    request: FastifyRequest
    reply: FastifyReply
    provider: Provider
    base: string
    locale: string
  } & Pick<Attempt, 'app' | 'link'>): Promise<string> {
    const { name } = provider
    const { url, checks } = await this.openId.prepareSignIn(provider, this.callbackUrl(base, name), locale)
    await this.attempts.begin(request, reply, { provider: name, ...checks, ...purpose }, this.isSecure(base))
    return url.href
  }

  /** PUBLIC_URL; without it the host of the request, but only if that is this machine: the header can be forged. */
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

/** The scope of the cookie `exchangeCookie`. */
export const exchangeScope = (secure: boolean): CookieScope => ({
  path: '/api/auth/exchange',
  sameSite: 'Strict',
  secure,
})

/** The name of the cookie that binds a one-time token to its browser. */
export const exchangeCookie = (token: string): string =>
  `signin-once-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`
