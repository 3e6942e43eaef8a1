/** Passwords: which ones are good enough, and how they are kept (argon2id, security 13). */
import { hash, verify } from '@node-rs/argon2'
import { checkPassword, checkStrongPassword, isCommonPassword } from '../../../domain/password'
import type { CompiledConfig } from '../../../engine/compiled'
import { type Problems, problem } from '../../refusal'

/** argon2id is number 2 of the package's algorithms; its enum exists in types only. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The text to keep in place of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Whether the password is the one that was hashed; without a hash it takes as long and is false. */
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
 * Whether this may become the password of an account: the server's own check, whatever config says (security 14).
 *
 * @param of the address of the account, which is no password either
 * @param strength `plain` for what staff give to others, `strong` for what people choose for themselves (§5)
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
