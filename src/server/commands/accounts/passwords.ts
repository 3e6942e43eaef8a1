/** Checks passwords and hashes them (argon2id, security 13). */
import { hash, verify } from '@node-rs/argon2'
import { checkPassword, checkStrongPassword, isCommonPassword } from '../../../domain/password'
import type { CompiledConfig } from '../../../engine/compiled'
import { type Problems, problem } from '../../refusal'

/** 2 is argon2id: the package declares an enum for it, but only as a type. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Verifies a password. Without a hash the result is false, but takes the same time. */
export async function verifyPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const isRight = await verify(hashed ?? (await unmatchedHash()), password)
  return typeof hashed === 'string' && isRight
}

let unmatched: Promise<string> | undefined
/**
 * The hash of a random password, which is then forgotten: no password matches it. It is stored for accounts without a
 * password. For an unknown address the password is compared with it, so that the response takes as long as for a known
 * one.
 */
export function unmatchedHash(): Promise<string> {
  unmatched ??= hashPassword(crypto.randomUUID())
  return unmatched
}

/**
 * Validates a new password (security 14). Only its minimum and maximum length come from config.
 *
 * @param email the address of the account, which is refused as a password
 * @param strength `plain` for passwords that staff set for others, `strong` for a user's own password (§5)
 */
export function passwordProblems(
  password: string,
  email: string,
  strength: 'plain' | 'strong',
  { app }: CompiledConfig,
): Problems {
  const { min, max } = app.limits.password
  const check = strength === 'strong' ? checkStrongPassword : checkPassword
  // The password is also passed as its confirmation: only the console asks for one, and the request has none.
  const weakness = check(password, password, { min })
  if (weakness) return problem('password', `password.${weakness}`, { min })
  if ([...password].length > max) return problem('password', 'field.tooLong', { limit: max })
  return isCommonPassword(password, email) ? problem('password', 'password.common') : {}
}
