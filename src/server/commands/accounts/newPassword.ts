/** May this become somebody's password? The server's own answer, whatever config says (security.md 14). */
import { checkPassword, checkStrongPassword, isCommonPassword } from '../../../domain/password'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Problems } from '../records/acceptRecord'

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
  return isCommonPassword(password, of) ? { password: { code: 'password.common', params: {} } } : {}
}
