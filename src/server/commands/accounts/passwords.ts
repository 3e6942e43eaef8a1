/** Checks passwords and hashes them (argon2id, security 13). */
import { hash, verify } from '@node-rs/argon2'
import { checkPassword, checkStrongPassword, isCommonPassword } from '../../../domain/password'
import type { CompiledConfig } from '../../../engine/compiled'
import { type Problems, problem } from '../../refusal'

/** argon2id is number 2 of the package's algorithms; its enum exists in types only. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** False without a hash, after the same time as with one. */
export async function verifyPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const right = await verify(hashed ?? (await unusedHash()), password)
  return typeof hashed === 'string' && right
}

let unused: Promise<string> | undefined
/** Verified against for unknown addresses, which must take as long as known ones. */
function unusedHash(): Promise<string> {
  unused ??= hashPassword(crypto.randomUUID())
  return unused
}

/**
 * Validates a new password, regardless of config (security 14).
 *
 * @param of the address of the account, which is refused as a password
 * @param strength `plain` for passwords that staff set for others, `strong` for users' own (§5)
 */
export function passwordProblems(
  password: string,
  of: string,
  strength: 'plain' | 'strong',
  { app }: CompiledConfig,
): Problems {
  const { min, max } = app.limits.password
  const check = strength === 'strong' ? checkStrongPassword : checkPassword
  const wrong = check(password, password, { min })
  if (wrong) return problem('password', `password.${wrong}`, { min })
  if ([...password].length > max) return problem('password', 'field.tooLong', { limit: max })
  return isCommonPassword(password, of) ? problem('password', 'password.common') : {}
}
