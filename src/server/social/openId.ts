/** OpenID Connect with a provider: the code flow with PKCE, state and nonce, by `openid-client`. */
import { performance } from 'node:perf_hooks'
import type { Configuration, CustomFetch } from 'openid-client'
import { type SocialProblem, verifiedEmail } from '../../domain/social'
import type { ServerSettings } from '../../engine/compiled'
import type { ProviderIdentity } from '../commands/accounts/accountLogins'
import { SocialFailure } from '../commands/accounts/socialSignIn'
import type { Provider } from './settings'

/** Fetched where a provider is configured, and not before. */
const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** What the way out makes up, and the way back has to fit. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

type Limits = ServerSettings['social']

/** What is known of the providers; one for each app. */
export class OpenId {
  private readonly known = new Map<string, { of: string; until: number; found: Promise<Configuration> }>()

  /** @param limits those in force now */
  constructor(private readonly limits: () => Limits) {}

  /**
   * Where the browser goes.
   *
   * @param locale in which the provider may ask its questions
   * @throws SocialFailure `away`
   */
  async leave(
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
   * Who the browser comes back as.
   *
   * @param query of the address that it came back to
   * @throws SocialFailure `refused`, `rejected`, `away`
   */
  async comeBack(
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
      return {
        provider: provider.name,
        issuer: claims.iss,
        subject: claims.sub,
        email: verifiedEmail(claims, provider),
      }
    } catch (cause) {
      throw new SocialFailure(problemOf(client, cause), undefined, { cause })
    }
  }

  /** Discovery runs once for all requests that wait for it; after a failure it is tried again some seconds later. */
  private async discover(client: Library, provider: Provider): Promise<Configuration> {
    const of = JSON.stringify([provider, this.limits()])
    const now = performance.now()
    const known = this.known.get(provider.name)
    if (known?.of === of && now < known.until) return known.found
    const { discoveryMinutes, timeoutSeconds } = this.limits()
    const found = client
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
    const entry = { of, until: now + discoveryMinutes * 60_000, found }
    this.known.set(provider.name, entry)
    return found
  }
}

const CHOOSERS = /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.(com|us))(\/|$)/
const FAILED_MS = 3_000

/** Its user said no there. */
const REFUSALS = ['access_denied', 'consent_required', 'interaction_required', 'login_required']
const PASSING = ['server_error', 'temporarily_unavailable']
/** What the provider sent was whole, and is not to be believed. */
const UNBELIEVED =
  /^OAUTH_(JWT_|INVALID_RESPONSE|KEY_SELECTION|UNSUPPORTED|DECRYPTION|MISSING_SERVER|JSON_ATTRIBUTE)/

function problemOf(
  { AuthorizationResponseError, ResponseBodyError }: Library,
  error: unknown,
): SocialProblem {
  if (error instanceof AuthorizationResponseError) {
    if (REFUSALS.includes(error.error)) return 'refused'
    return PASSING.includes(error.error) ? 'away' : 'rejected'
  }
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'away' : 'rejected'
  return UNBELIEVED.test(String((error as { code?: unknown }).code)) ? 'rejected' : 'away'
}

/** No document of a provider is larger. */
const LARGEST_BYTES = 1_048_576

/** Reads the whole answer within the time of the request, and no more than it may be. */
const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > LARGEST_BYTES) throw new Error('the answer is too large')
    parts.push(part)
  }
  const { status, statusText, headers } = answer
  return new Response(size > 0 ? Buffer.concat(parts) : null, { status, statusText, headers })
}
