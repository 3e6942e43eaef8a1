/** What every route of records begins with: may the caller do this, and what does the caller see. */
import { may } from '../../engine/access'
import type { RecordAction } from '../../engine/registry'
import type { Caller } from '../caller'
import type { Deps } from '../deps'
import { forbidden } from '../refusal'
import { configOf } from '../roles'
import { type Tenant, tenantOf } from '../store/tenancy'

/**
 * The caller's part of the database, where config allows the action on the resource (`access` of its file). The
 * contract's level has been asked before: config can only ask for more.
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
