/** Deletes a record of any resource, and handles the records that refer to it (`onDelete` of config). */
import type { ExpectedRemoval, RemovalEffects } from '../../../contract/records'
import { ownValue } from '../../../domain/own'
import type { Compiled, CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { isReferenceViolation } from '../../store/failures'
import { shownRecord } from '../../store/records/reach'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import type { RecordSet } from '../../store/records/uses'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { addRecordHistory } from '../history'
import { lockParents, type Parents, settleParents, touchParents } from './children/parents'
import { clearReferences } from './clearReferences'
import { planRemoval } from './removal'
import { rulesOf } from './rules'
import { findForChange } from './saveRecord'
import { isRecord, levelOf } from './storeRecord'
import { type Removal, refuseUnchangeable } from './writeRules'

/**
 * Deletes a record that no other record requires (decision 31), and the records that config deletes with it.
 *
 * @param confirmed the numbers of deleted and changed records that the caller has confirmed
 * @returns the deleted record, as the caller may see it
 * @throws Refusal 404 out of scope; 409 with their number if records require it, or if the confirmed numbers differ;
 *   also the refusals of its write rules
 */
export function removeRecord(
  db: Db,
  caller: Caller,
  id: RecordKey,
  {
    resource,
    config,
    confirmed,
  }: { resource: CompiledResource; config: Compiled; confirmed?: ExpectedRemoval },
): Promise<Wire> {
  const rules = rulesOf(resource)
  const { shared } = config
  const context = { resource, config: shared }
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const parents = await lockParents(tx, tenant, context, { id })
    const row = await findForChange(tenant, resource, id)
    refuseUnchangeable(caller, resource, visibleRecord(row, viewOf(context)))
    const removal = { tx, tenant, caller, row, config }
    await rules.refuseRemoval?.(removal)
    const roots = [{ resource: resource.name, ids: [id] }, ...(await recordsRemovedWith(resource, removal))]
    const { toDelete, deleted, cleared } = await planRemoval(
      { tenant, caller, config: shared, lock: true },
      roots,
    )
    refuseUnconfirmed(confirmed, { deleted: countIds(deleted), cleared: countIds(cleared) })
    for (const { resource: name, ids } of cleared) {
      const referring = { resource: shared.resources[name]!, config: shared }
      for (const referringId of ids) {
        const referringParents = await lockParents(tx, tenant, referring, { id: referringId })
        await clearReferences(tx, tenant, caller, referring, { id: referringId, toDelete })
        if (referringParents)
          await touchParents(tx, referringParents.parentField, remainingParents(referringParents, toDelete))
      }
    }
    for (const { resource: name, ids } of deleted) {
      const referring = { resource: shared.resources[name]!, config: shared }
      for (const referringId of ids) {
        const referringParents = await lockParents(tx, tenant, referring, { id: referringId })
        const deletedRow = await findForChange(tenant, referring.resource, referringId)
        refuseUnchangeable(caller, referring.resource, visibleRecord(deletedRow, viewOf(referring)))
        await deleteRow(tx, tenant, caller, referring, deletedRow)
        if (referringParents && remainingParents(referringParents, toDelete).length > 0)
          await settleParents(tx, referringParents, { before: deletedRow.extra })
      }
    }
    await rules.beforeRemoval?.(removal)
    await deleteRow(tx, tenant, caller, context, row)
    if (parents) await settleParents(tx, parents, { before: row.extra })
    return shownRecord(tenant, row, context, caller.level)
  })
}

const countIds = (records: readonly { ids: readonly unknown[] }[]) =>
  records.reduce((sum, { ids }) => sum + ids.length, 0)

/** @throws Refusal 409 if the number of referring records has changed since the caller confirmed */
function refuseUnconfirmed(
  { deleted, cleared }: ExpectedRemoval = {},
  actual: Required<ExpectedRemoval>,
): void {
  if ((deleted ?? actual.deleted) !== actual.deleted || (cleared ?? actual.cleared) !== actual.cleared)
    throw new Refusal(409, 'record.removalChanged')
}

/** Ids of the parents that this removal does not delete. */
const remainingParents = ({ parentField, ownerships }: Parents, toDelete: RecordSet): number[] =>
  [...ownerships.keys()].filter(id => !toDelete.get(parentField.resource.name)?.has(String(id)))

/** The records that the write rules delete with the record, as a list of at most one resource. */
async function recordsRemovedWith(resource: CompiledResource, removal: Removal) {
  const alsoRemoved = await rulesOf(resource).alsoRemoved?.(removal)
  return alsoRemoved ? [alsoRemoved] : []
}

async function deleteRow(
  tx: Db,
  tenant: Tenant,
  caller: Caller,
  context: RecordContext,
  row: StoredRow,
): Promise<void> {
  const { table } = rulesOf(context.resource)
  try {
    await tenant.delete(table).where(isRecord(table, row.id)).execute()
  } catch (error) {
    // Records that were added after the check violate a foreign key.
    throw isReferenceViolation(error) ? new Refusal(409, 'inUse') : error
  }
  const before = visibleRecord(row, viewOf(context))
  await addRecordHistory(tx, caller, context.resource, [
    { before, vendor: row.vendor_id, level: levelOf(row) },
  ])
}

/**
 * Previews what else a deletion would delete or change, for the confirmation dialog. Locks nothing.
 *
 * @throws Refusal 404 out of scope, 403 if the caller may only see the record, 409 if others prevent the deletion
 */
export async function previewRemoval(
  db: Db,
  caller: Caller,
  id: RecordKey,
  { resource, config }: { resource: CompiledResource; config: Compiled },
): Promise<RemovalEffects> {
  const tenant = tenantOf(db, caller)
  const row = orNotFound(await findRecord(tenant, resource.name, id))
  refuseUnchangeable(caller, resource, visibleRecord(row, viewOf({ resource, config: config.shared })))
  const alsoRemoved = await recordsRemovedWith(resource, { tx: db, tenant, caller, row, config })
  const roots = [{ resource: resource.name, ids: [id] }, ...alsoRemoved]
  const { deleted, cleared } = await planRemoval(
    { tenant, caller, config: config.shared, lock: false },
    roots,
  )
  // Records that refer to the record itself come first.
  return { deleted: countByResource([...deleted].reverse()), cleared: countByResource(cleared) }
}

function countByResource(records: readonly { resource: string; ids: readonly unknown[] }[]) {
  const counts: Record<string, number> = {}
  for (const { resource, ids } of records) counts[resource] = (ownValue(counts, resource) ?? 0) + ids.length
  return Object.entries(counts).map(([resource, count]) => ({ resource, count }))
}
