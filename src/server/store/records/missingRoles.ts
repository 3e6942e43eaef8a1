/** Roles that accounts have and config does not: those who have them may do nothing. */
import type { CompiledConfig } from '../../../engine/compiled'
import type { Tenant } from '../tenancy'

/** With how many accounts in scope have each. */
export async function missingRoles(
  tenant: Tenant,
  { roles }: Pick<CompiledConfig, 'roles'>,
): Promise<{ role: string; accounts: number }[]> {
  const rows = await tenant
    .clients()
    .where('clients.role', 'is not', null)
    .select(['clients.role as role'])
    .select(eb => eb.fn.countAll<number>().as('accounts'))
    .groupBy('clients.role')
    .orderBy('clients.role')
    .execute()
  return rows.flatMap(({ role, accounts }) =>
    role === null || Object.hasOwn(roles, role) ? [] : [{ role, accounts }],
  )
}
