/** Password rules (§5). Both checks answer with a code; the sentence is in i18n under `password.<code>`. */
import commonPasswords from './commonPasswords.json' with { type: 'json' }

type PasswordProblem = 'short' | 'mismatch' | 'hangul' | 'space' | 'repeat' | 'weak'

export interface PasswordLimits {
  /** The least number of characters (§9: 8). */
  min: number
}

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]/
const REPEATED = /(.)\1{3}/su
const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9\s]/] as const

/** The check of the client forms: long enough, and typed twice alike. `undefined` when both hold. */
export function checkPassword(
  password: string,
  confirmation: string,
  limits: PasswordLimits,
): PasswordProblem | undefined {
  if ([...password].length < limits.min) return 'short'
  if (password !== confirmation) return 'mismatch'
  return undefined
}

/**
 * The stronger check (§5): no Korean letters, no white space, no character four times in a row, and at least `min`
 * characters with a lowercase letter, an uppercase letter, a digit and a special character. The first that fails is
 * named; a failure of form (`weak`) is named before the difference between the two entries.
 */
export function checkStrongPassword(
  password: string,
  confirmation: string,
  limits: PasswordLimits,
): PasswordProblem | undefined {
  if (HANGUL.test(password)) return 'hangul'
  if (/\s/.test(password)) return 'space'
  if (REPEATED.test(password)) return 'repeat'
  if ([...password].length < limits.min || !CLASSES.every(kind => kind.test(password))) return 'weak'
  if (password !== confirmation) return 'mismatch'
  return undefined
}

const COMMON: ReadonlySet<string> = new Set(commonPasswords)

/**
 * True for a password that is guessed first: one of the most common, or the account's own address (security 14).
 * Whether letters are great or small makes no difference.
 */
export function isCommonPassword(password: string, of = ''): boolean {
  const plain = password.toLowerCase()
  return COMMON.has(plain) || (of !== '' && plain === of.trim().toLowerCase())
}
