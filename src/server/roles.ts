/** The role of a caller, as config has it at this moment. */
import type { User } from '../contract/auth'
import { ownValue } from '../domain/own'
import { may } from '../engine/access'
import type { Compiled, CompiledCondition } from '../engine/compiled'
import { testsIn } from '../engine/conditions'
import { partsOf } from '../engine/expressions/expression'
import { type Account, configAs, isRoleMissing, levelInForce } from '../engine/roles'
import type { Caller, CallerRole } from './caller'
import type { ConfigSource } from './deps'
import { rowRule } from './store/records/rowRules'

/** Config as the caller's role has it (`configAs`). */
export function configOf(
  source: Pick<ConfigSource, 'current'>,
  caller: Pick<Caller, 'role'> | undefined,
): Compiled {
  const config = source.current()
  return caller?.role ? { ...config, shared: configAs(config.shared, caller.role.name) } : config
}

/** An account, and who it is for expressions of config. */
type Holder = Account & CallerRole['user']

/** An account with the rights that it has by its level and its role. */
export function withRole<Given extends Holder>(
  account: Given,
  config: Compiled,
): Omit<Given, 'role'> & Pick<Caller, 'level' | 'role'> {
  const { role, ...rest } = account
  const level = levelInForce(config.shared, account)
  return role ? { ...rest, level, role: roleOf(role, account, config) } : { ...rest, level }
}

function roleOf(role: string, account: Holder, { shared, rows }: Compiled): CallerRole {
  const { id, vendor, name, email } = account
  const user = { id, vendor, name, email }
  const level = levelInForce(shared, account)
  const view = configAs(shared, role)
  const sees = (resource: string) => may(view, level, resource, 'list') || may(view, level, resource, 'show')
  const about = { level, levels: shared.levels.numbers, user }
  const rules = ownValue(rows, role) ?? {}
  return {
    name: role,
    user,
    isMissing: isRoleMissing(shared, account),
    ofAccount: account.level,
    rows: Object.fromEntries(
      Object.entries(rules).map(([resource, rule]) => [
        resource,
        rowRule(shared.resources[resource]!, rule, about),
      ]),
    ),
    // Everybody reaches their own account beside the accounts that a rule leaves.
    hasSharedRows: !Object.hasOwn(rules, 'clients') && !Object.values(rules).some(readsUser),
    unseen: Object.keys(shared.resources).filter(resource => !sees(resource)),
  }
}

const readsUser = (rule: CompiledCondition): boolean =>
  testsIn(rule).some(test => 'expression' in test && partsOf(test.expression).some(({ op }) => op === 'user'))

/** The rights of the user that go into a token. */
export function claimOf(account: Omit<User, 'role'> & { role?: string | null }, config: Compiled): User {
  const { id, name, email, vendor, role } = account
  const level = levelInForce(config.shared, account)
  return { id, level, name, email, ...(vendor !== undefined && { vendor }), ...(role && { role }) }
}

/** A caller of an earlier moment with the present rights of its role. */
export function asOfNow<Given extends Pick<Caller, 'level' | 'role'>>(
  caller: Given,
  config: Compiled,
): Given {
  const { role } = caller
  if (!role) return caller
  const now = withRole({ ...role.user, level: role.ofAccount, role: role.name }, config)
  return { ...caller, level: now.level, role: now.role }
}
