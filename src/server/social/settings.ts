/** Determines the usable providers: in `config/app.json`, and with their secrets in the environment. */
import { ownValue } from '../../domain/own'
import { DEFAULT_ISSUERS } from '../../domain/social'
import type { AppSettings } from '../../engine/compiled'
import { type Env, isLoopback, type SocialEnv } from '../start/env'

export type SocialSettings = Partial<Pick<Env, 'social' | 'publicUrl' | 'host'>>

export interface Provider {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

interface ProviderState {
  name: string
  /** Names of variables that are missing or wrong. */
  missing: string[]
  /** Absent if a variable is missing. */
  provider?: Provider
}

/** The providers of config, in its order. */
export function providerStates(
  { signIn }: Pick<AppSettings, 'signIn'>,
  env: SocialSettings,
): ProviderState[] {
  return signIn.providers.map(({ name }) => {
    const set: SocialEnv = ownValue(env.social, name) ?? {}
    const variable = (part: string) => `OIDC_${name.toUpperCase()}_${part}`
    const issuer = set.issuer ?? ownValue(DEFAULT_ISSUERS, name)
    const { clientId, clientSecret } = set
    const missing = [
      ...(issuer && isIssuer(issuer) ? [] : [variable('ISSUER')]),
      ...(clientId ? [] : [variable('CLIENT_ID')]),
      ...(clientSecret ? [] : [variable('CLIENT_SECRET')]),
      // A provider returns the browser only to a registered URL, and the host of a request can be forged. A server that
      // only this machine reaches needs no PUBLIC_URL.
      ...(env.publicUrl || !env.host || isLoopback(env.host) ? [] : ['PUBLIC_URL']),
    ]
    if (missing.length > 0) return { name, missing }
    return {
      name,
      missing,
      provider: { name, issuer: issuer!, clientId: clientId!, clientSecret: clientSecret! },
    }
  })
}

/** Providers that are set in the environment but not in config. */
export const unknownProviders = (
  { signIn }: Pick<AppSettings, 'signIn'>,
  { social = {} }: SocialSettings,
): string[] => Object.keys(social).filter(name => !signIn.providers.some(provider => provider.name === name))

/** Whether the text is a URL that OpenID allows as an issuer: over TLS, or on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search || hash || username) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')))
}
