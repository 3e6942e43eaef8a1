/** May this become somebody's password? The server's own answer, whatever config says (security.md 14). */
import { checkPassword, checkStrongPassword } from '../../domain/password'
import type { CompiledConfig } from '../../engine/compiled'
import type { Problems } from './acceptRecord'
import commonPasswords from './commonPasswords.json'

const COMMON: ReadonlySet<string> = new Set(commonPasswords)

/**
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
  if (wrong) return { password: { code: `password.${wrong}`, params: { min } } }
  if ([...password].length > max) return { password: { code: 'field.tooLong', params: { limit: max } } }
  const plain = password.toLowerCase()
  return COMMON.has(plain) || plain === of.trim().toLowerCase()
    ? { password: { code: 'password.common', params: {} } }
    : {}
}
