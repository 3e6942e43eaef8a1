/** The role of a caller, as config has it at this moment. */
import type { RawBuilder, SqlBool } from 'kysely'
import type { User } from '../contract/auth'
import { own } from '../domain/own'
import { may } from '../engine/access'
import type { Compiled } from '../engine/compiled'
import { type Account, configAs, isRoleMissing, levelInForce } from '../engine/roles'
import type { Caller, CallerRole } from './caller'
import type { ConfigSource } from './deps'
import { rowRule } from './store/records/rowRules'

/** Config as this caller has it: by what it says a caller of a role may. */
export function configOf(
  source: Pick<ConfigSource, 'current'>,
  caller: Pick<Caller, 'role'> | undefined,
): Compiled {
  const config = source.current()
  return caller?.role ? { ...config, shared: configAs(config.shared, caller.role.name) } : config
}

/** An account with the rights that it has by its level and its role. */
export function withRole<Given extends Account>(
  account: Given,
  config: Compiled,
): Omit<Given, 'role'> & Pick<Caller, 'level' | 'role'> {
  const { role: name, ...rest } = account
  const level = levelInForce(config.shared, account)
  if (!name) return { ...rest, level }
  return { ...rest, level, role: roleOf(name, { ...account, level }, account.level, config) }
}

function roleOf(name: string, { level }: Account, ofAccount: number, { shared, rows }: Compiled): CallerRole {
  const view = configAs(shared, name)
  const sees = (resource: string) => may(view, level, resource, 'list') || may(view, level, resource, 'show')
  const rules: Record<string, RawBuilder<SqlBool>> = {}
  for (const [resource, rule] of Object.entries(own(rows, name) ?? {}))
    rules[resource] = rowRule(shared.resources[resource]!, rule)
  return {
    name,
    isMissing: isRoleMissing(shared, { level, role: name }),
    ofAccount,
    rows: rules,
    unseen: Object.keys(shared.resources).filter(resource => !sees(resource)),
  }
}

/** What a token says of its user: the rights in force. */
export function claimOf(account: Omit<User, 'role'> & { role?: string | null }, config: Compiled): User {
  const { id, name, email, vendor, role } = account
  const level = levelInForce(config.shared, account)
  return { id, level, name, email, ...(vendor !== undefined && { vendor }), ...(role && { role }) }
}

/** Somebody who came a while ago, with what their role means now. */
export function asOfNow<Given extends Pick<Caller, 'level' | 'role'>>(
  caller: Given,
  config: Compiled,
): Given {
  const { role, ...rest } = caller
  return role
    ? ({ ...rest, ...withRole({ level: role.ofAccount, role: role.name }, config) } as Given)
    : caller
}
