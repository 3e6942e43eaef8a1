/** Saves a record with its references and the rows of its fields `children`, in one transaction. */
import type { CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { withChildren } from '../../store/records/children'
import { shownRecord } from '../../store/records/reach'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import type { RecordContext } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { isOutdated, type SentRecord, saveRecords } from './saveRecords'

/**
 * Saves the record.
 *
 * @returns the saved record, as the caller may see it
 * @throws Refusal 404 out of scope, 409 `conflict`, 422 by field; also the refusals of the resource's write rules
 */
export function saveRecord(db: Db, caller: Caller, sent: SentRecord, context: RecordContext): Promise<Wire> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const [saved] = await saveRecords(tx, caller, [sent], context, false)
    if (saved instanceof Refusal) throw saved
    refuseProblems(saved!.taken)
    const record = await shownRecord(tenant, saved!.row, context, caller.level)
    return withChildren(tenant, caller, context, record)
  })
}

/** Reads a record and locks it until the transaction ends. @throws Refusal 404 */
export async function findForChange(
  tenant: Tenant,
  resource: CompiledResource,
  id: RecordKey,
  lock: 'lock' | 'lockFields' = 'lock',
): Promise<StoredRow> {
  return orNotFound(await findRecord(tenant, resource.name, id, lock))
}

/**
 * Detects that another user has saved the record in the meantime.
 *
 * @param input has `updated` of the edited version; without it the save overwrites (decision 145)
 * @throws Refusal 409 `conflict` with the current record
 */
export async function refuseConflict(
  tenant: Tenant,
  input: Readonly<Wire>,
  row: StoredRow,
  context: RecordContext,
  level: number,
): Promise<void> {
  if (!isOutdated(input, row)) return
  throw new Refusal(409, 'conflict', {}, { record: await shownRecord(tenant, row, context, level) })
}
