/** Applies the roles of config to accounts and callers. */
import type { User } from '../contract/auth'
import { ownValue } from '../domain/own'
import { may } from '../engine/access'
import type { Compiled, CompiledCondition } from '../engine/compiled'
import { testsIn } from '../engine/conditions'
import { partsOf } from '../engine/expressions/expression'
import { type Account, configForRole, effectiveLevel, isRoleMissing } from '../engine/roles'
import type { Caller, CallerRole } from './caller'
import type { ConfigSource } from './deps'
import { rowRule } from './store/records/rowRules'

/** The config in force, as seen by the caller's role (`configForRole`). */
export function configOf(
  source: Pick<ConfigSource, 'current'>,
  caller: Pick<Caller, 'role'> | undefined,
): Compiled {
  const config = source.current()
  return caller?.role ? { ...config, shared: configForRole(config.shared, caller.role.name) } : config
}

/** An account with the user fields that expressions of config may use. */
type AccountWithUser = Account & CallerRole['user']

/** Replaces the name of an account's role by the role itself, and its level by the level in force. */
export function withRole<T extends AccountWithUser>(
  account: T,
  config: Compiled,
): Omit<T, 'role'> & Pick<Caller, 'level' | 'role'> {
  const { role, ...rest } = account
  const level = effectiveLevel(config.shared, account)
  return role ? { ...rest, level, role: roleOf(role, account, config) } : { ...rest, level }
}

/** The role of an account, with the row rules of the role for this user. */
function roleOf(role: string, account: AccountWithUser, { shared, rows }: Compiled): CallerRole {
  const { id, vendor, name, email } = account
  const user = { id, vendor, name, email }
  const level = effectiveLevel(shared, account)
  const roleConfig = configForRole(shared, role)
  const sees = (resource: string) =>
    may(roleConfig, level, resource, 'list') || may(roleConfig, level, resource, 'show')
  const context = { level, levels: shared.levels.numbers, user }
  const rules = ownValue(rows, role) ?? {}
  return {
    name: role,
    user,
    isMissing: isRoleMissing(shared, account),
    accountLevel: account.level,
    rows: Object.fromEntries(
      Object.entries(rules).map(([resource, rule]) => [
        resource,
        rowRule(shared.resources[resource]!, rule, context),
      ]),
    ),
    // Whether all callers with this role see the same rows. They do not with rules for clients, to which each caller's
    // own account is added.
    hasSharedRows: !Object.hasOwn(rules, 'clients') && !Object.values(rules).some(readsUser),
    unseen: Object.keys(shared.resources).filter(resource => !sees(resource)),
  }
}

/** Whether the rule uses data of the caller (`user`), so that each caller sees other rows. */
const readsUser = (rule: CompiledCondition): boolean =>
  testsIn(rule).some(test => 'expression' in test && partsOf(test.expression).some(({ op }) => op === 'user'))

/** The user data for a token. */
export function claimOf(account: Omit<User, 'role'> & { role?: string | null }, config: Compiled): User {
  const { id, name, email, vendor, role } = account
  const level = effectiveLevel(config.shared, account)
  return { id, level, name, email, ...(vendor !== undefined && { vendor }), ...(role && { role }) }
}

/** Returns the caller with the rights by the config in force, which may be newer than the caller. */
export function withCurrentRole<T extends Pick<Caller, 'level' | 'role'>>(caller: T, config: Compiled): T {
  const { role } = caller
  if (!role) return caller
  const current = withRole({ ...role.user, level: role.accountLevel, role: role.name }, config)
  return { ...caller, level: current.level, role: current.role }
}
