/** Sign-in with accounts of other providers, by OpenID Connect (§2 Register). */

import { MAX_EMAIL_LENGTH } from './credentials'

/** Providers that need no label in config: their names are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'Google', microsoft: 'Microsoft' }

/** Issuer URLs, unless the environment sets others. The URL of Microsoft accepts accounts of every tenant. */
export const DEFAULT_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
}

/** Why a sign-in with a provider, or linking its account, failed. The console has a message for each code. */
export const SOCIAL_PROBLEMS = [
  'unconfigured',
  'app',
  'away',
  'refused',
  'attempt',
  'rejected',
  'unverified',
  'password',
  'taken',
  'otherAccount',
  'linkedElsewhere',
  'signedOut',
  'inactive',
  'vendorInactive',
  'notAllowed',
  'locked',
  'failed',
] as const
export type SocialProblem = (typeof SOCIAL_PROBLEMS)[number]

/**
 * True if the token of `/login?token=` must be exchanged for a session; any other token is the login token itself (§2).
 */
export const isOneTimeToken = (token: string): boolean => /^once_[\w-]{43}$/.test(token)

interface Provider {
  name: string
  issuer: string
}

/** OpenID Connect allows 255 characters. */
const MAX_SUBJECT = 255
/** Clocks may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 300

/**
 * Whether the identity in the claims of an ID token can be stored, and the token is not from the future. The OpenID
 * library has checked all other claims.
 */
export function isAcceptableIdToken(
  { sub, email, iat }: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  const isText = (value: unknown, max: number) =>
    typeof value === 'string' && value.length <= max && !UNSTORABLE.test(value)
  return (
    isText(sub, MAX_SUBJECT) &&
    (email === undefined || email === null || isText(email, MAX_EMAIL_LENGTH)) &&
    Number(iat) <= now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS
  )
}

/** Control characters, and halves of surrogate pairs. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u

/**
 * The e-mail address that the provider has verified, or `undefined`.
 *
 * @param claims of the ID token
 */
export function verifiedEmail(
  claims: Readonly<Record<string, unknown>>,
  provider: Provider,
): string | undefined {
  const { email, email_verified, xms_edov } = claims
  if (typeof email !== 'string' || email === '') return undefined
  // Microsoft has its own claim (`xms_edov`: the owner of the domain is verified). Without it, an address is trusted
  // only from a single tenant: in others, anybody can enter any address.
  const isVerified = isMicrosoft(provider)
    ? (booleanClaim(xms_edov) ?? isOneTenant(provider.issuer))
    : booleanClaim(email_verified)
  return isVerified ? email : undefined
}

const isMicrosoft = ({ name, issuer }: Provider) =>
  name === 'microsoft' || /^https:\/\/login\.microsoftonline\.(com|us)\//.test(issuer)

/** Microsoft's multi-tenant issuers have one of these words in place of the tenant. */
const isOneTenant = (issuer: string) => !/\/(common|organizations|consumers)(\/|$)/i.test(issuer)

/** Parses a boolean claim; providers send booleans, numbers or texts. `undefined` if absent. */
function booleanClaim(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined
  return claim === true || claim === 1 || claim === 'true' || claim === '1'
}
