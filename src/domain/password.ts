/** Password rules (§5). Both checks return a code; its message is in i18n under `password.<code>`. */
import commonPasswords from './commonPasswords.json' with { type: 'json' }

type PasswordProblem = 'short' | 'mismatch' | 'hangul' | 'space' | 'repeat' | 'weak'

export interface PasswordLimits {
  /** Minimum number of characters (§9: 8). */
  min: number
}

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]/
const REPEATED = /(.)\1{3}/su
const CHARACTER_CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9\s]/] as const

/** The check of the client forms: long enough, and equal to its confirmation. `undefined` if it passes. */
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
 * characters with a lowercase letter, an uppercase letter, a digit and a special character. Returns the first problem.
 */
export function checkStrongPassword(
  password: string,
  confirmation: string,
  limits: PasswordLimits,
): PasswordProblem | undefined {
  if (HANGUL.test(password)) return 'hangul'
  if (/\s/.test(password)) return 'space'
  if (REPEATED.test(password)) return 'repeat'
  if ([...password].length < limits.min || !CHARACTER_CLASSES.every(pattern => pattern.test(password)))
    return 'weak'
  if (password !== confirmation) return 'mismatch'
  return undefined
}

const COMMON: ReadonlySet<string> = new Set(commonPasswords)

/**
 * True for one of the most common passwords, or the account's own e-mail address; ignores case (security 14).
 */
export function isCommonPassword(password: string, email = ''): boolean {
  const lowerCase = password.toLowerCase()
  return COMMON.has(lowerCase) || (email !== '' && lowerCase === email.trim().toLowerCase())
}
