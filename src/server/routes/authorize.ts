/** The first step of every route of records: checks the caller's right and returns the rows in scope. */
import { may } from '../../engine/access'
import type { RecordAction } from '../../engine/registry'
import type { Caller } from '../caller'
import type { Deps } from '../deps'
import { forbidden } from '../refusal'
import { configOf } from '../roles'
import { type Tenant, tenantOf } from '../store/tenancy'

/**
 * Returns the rows in the caller's scope if `access` in the resource's file allows the action. The level that the
 * contract requires was checked before: config can only require more.
 *
 * @throws Refusal 403
 */
export function authorize(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  resource: string,
  action: RecordAction,
): Tenant {
  if (!may(configOf(config, caller).shared, caller.level, resource, action)) throw forbidden(caller)
  return tenantOf(db, caller)
}
