/** OpenID Connect with a provider: the code flow with PKCE, state and nonce, by `openid-client`. */
import { performance } from 'node:perf_hooks'
import type { Configuration, CustomFetch } from 'openid-client'
import { isAcceptableIdToken, type SocialProblem, verifiedEmail } from '../../domain/social'
import type { ServerSettings } from '../../engine/compiled'
import type { ProviderIdentity } from '../commands/accounts/accountLogins'
import { SocialFailure } from '../commands/accounts/socialSignIn'
import type { Provider } from './settings'

/** Loaded on demand: only installations with a provider need it. */
const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** Random values of an attempt, against which the response of the provider is checked. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

type Limits = ServerSettings['social']

/** The OpenID client of this server; caches the discovered configurations of providers. */
export class OpenId {
  /** By provider, each with the settings for which the configuration was discovered. */
  private readonly cache = new Map<
    string,
    { settings: string; until: number; configuration: Promise<Configuration> }
  >()

  /** @param limits the current limits */
  constructor(private readonly limits: () => Limits) {}

  /**
   * Prepares a sign-in: the URL at the provider, and the values to check when the browser returns.
   *
   * @param locale the language in which the provider may show its pages
   * @throws SocialFailure `away`
   */
  async prepareSignIn(
    provider: Provider,
    redirectUri: string,
    locale: string,
  ): Promise<{ url: URL; checks: Checks }> {
    const client = await library()
    const configuration = await this.discover(client, provider)
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ui_locales: locale,
      // Lets the user choose the account: they may have several there, or share this browser.
      ...(CHOOSERS.test(provider.issuer) && { prompt: 'select_account' }),
    })
    return { url, checks }
  }

  /**
   * Exchanges the code with which the browser returns for the identity of its user.
   *
   * @param query the query with which the browser returned
   * @throws SocialFailure `refused`, `rejected`, `away`
   */
  async readIdentity(
    provider: Provider,
    redirectUri: string,
    query: URLSearchParams,
    { state, nonce, verifier }: Checks,
  ): Promise<ProviderIdentity> {
    const client = await library()
    const configuration = await this.discover(client, provider)
    try {
      const url = new URL(redirectUri)
      url.search = query.toString()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      // The provider's clock is compared with that of this machine, as the library does.
      if (!isAcceptableIdToken(claims, new Date())) throw new SocialFailure('rejected')
      return {
        provider: provider.name,
        issuer: claims.iss,
        subject: claims.sub,
        email: verifiedEmail(claims, provider),
      }
    } catch (cause) {
      if (cause instanceof SocialFailure) throw cause
      throw new SocialFailure(problemOf(client, cause), undefined, { cause })
    }
  }

  /** Reads the configuration of a provider, once for simultaneous requests; a failure is cached for some seconds. */
  private async discover(client: Library, provider: Provider): Promise<Configuration> {
    const settings = JSON.stringify([provider, this.limits()])
    const now = performance.now()
    const cached = this.cache.get(provider.name)
    if (cached?.settings === settings && now < cached.until) return cached.configuration
    const { discoveryMinutes, timeoutSeconds } = this.limits()
    const configuration = client
      .discovery(new URL(provider.issuer), provider.clientId, provider.clientSecret, undefined, {
        timeout: timeoutSeconds,
        [client.customFetch]: boundedFetch,
        execute: [
          client.enableNonRepudiationChecks,
          ...(provider.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        entry.until = performance.now() + FAILED_MS
        throw new SocialFailure('away', undefined, { cause })
      })
    const entry = { settings, until: now + discoveryMinutes * 60_000, configuration }
    this.cache.set(provider.name, entry)
    return configuration
  }
}

/** Providers that can let the user choose an account. */
const CHOOSERS = /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.(com|us))(\/|$)/
/** How long a failed discovery is not repeated. */
const FAILED_MS = 3_000

/** Error codes of OAuth: the user has refused at the provider. */
const REFUSALS = ['access_denied', 'consent_required', 'interaction_required', 'login_required']
/** Error codes of OAuth: the provider has a temporary problem. */
const TEMPORARY = ['server_error', 'temporarily_unavailable']
/** Codes of `openid-client`: the response was complete, but invalid or not trustworthy. */
const INVALID_RESPONSE =
  /^OAUTH_(JWT_|INVALID_RESPONSE|KEY_SELECTION|UNSUPPORTED|DECRYPTION|MISSING_SERVER|JSON_ATTRIBUTE)/

function problemOf(
  { AuthorizationResponseError, ResponseBodyError }: Library,
  error: unknown,
): SocialProblem {
  if (error instanceof AuthorizationResponseError) {
    if (REFUSALS.includes(error.error)) return 'refused'
    return TEMPORARY.includes(error.error) ? 'away' : 'rejected'
  }
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'away' : 'rejected'
  return INVALID_RESPONSE.test(String((error as { code?: unknown }).code)) ? 'rejected' : 'away'
}

/** Documents of providers are much smaller. */
const MAX_BYTES = 1_048_576

/** Reads the whole response within the timeout of the request. @throws if it is larger than `MAX_BYTES` */
const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error('the answer is too large')
    parts.push(part)
  }
  const { status, statusText, headers } = answer
  return new Response(size > 0 ? Buffer.concat(parts) : null, { status, statusText, headers })
}
