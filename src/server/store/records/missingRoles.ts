/** Finds roles of accounts that config does not define (any more): these accounts have no rights. */
import type { CompiledConfig } from '../../../engine/compiled'
import type { Tenant } from '../tenancy'

/** The missing roles, each with its number of accounts in scope. */
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
