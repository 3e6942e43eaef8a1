/** Sign-in by the accounts of other services, by OpenID Connect (§2 Register). */

/** Providers that need no label in config: their names are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'Google', microsoft: 'Microsoft' }

/** Where they are found unless the environment says otherwise; Microsoft's for the accounts of every tenant. */
export const USUAL_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
}

/** Why a sign-in by a provider, or the linking of one, has failed: the console has a sentence for each. */
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
 * Tokens of `/login?token=` that the server exchanges for a session; any other is the login token itself (§2 Login).
 */
export const isOnceToken = (token: string): boolean => /^once_[\w-]{43}$/.test(token)

/** Where a provider is asked, as configured. */
interface Asked {
  name: string
  issuer: string
}

/**
 * The address that a provider vouches for, or `undefined`.
 *
 * @param claims of its ID token
 */
export function vouchedEmail(claims: Readonly<Record<string, unknown>>, provider: Asked): string | undefined {
  const { email, email_verified, xms_edov } = claims
  if (typeof email !== 'string' || email === '') return undefined
  const vouched = isMicrosoft(provider)
    ? (says(xms_edov) ?? isOneTenant(provider.issuer))
    : says(email_verified)
  return vouched ? email : undefined
}

const isMicrosoft = ({ name, issuer }: Asked) =>
  name === 'microsoft' || /^https:\/\/login\.microsoftonline\.(com|us)\//.test(issuer)

/** An issuer of Microsoft that accepts accounts of any tenant names one of these in place of the tenant. */
const isOneTenant = (issuer: string) => !/\/(common|organizations|consumers)(\/|$)/i.test(issuer)

/** A claim of yes or no, in the forms in which providers write it; `undefined` where it is absent. */
function says(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined
  return claim === true || claim === 1 || claim === 'true' || claim === '1'
}
