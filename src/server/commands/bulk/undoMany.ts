/** Undoes a change of many devices within `UNDO_SECONDS`: restores each device that was not changed since. */
import { sql } from 'kysely'
import type { BulkUndone } from '../../../contract/bulk'
import type { CompiledResource } from '../../../engine/compiled'
import { isReferring } from '../../../engine/kinds/choices'
import type { Caller } from '../../caller'
import { announce } from '../../store/announce'
import type { Db } from '../../store/database'
import { findReferable } from '../../store/records/references'
import type { BulkPatch } from '../../store/schema'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { type ChangeSettings, lockForUndo } from '../changes/job'
import { changing } from '../changing'
import { refuseDevicesOutside } from '../withinRows'
import { lockPreviousAssignments, restoreStaged, stagedIds } from './applyStaged'
import { idsForHistory, prepareUndoHistory } from './bulkHistory'
import { findTakenValues } from './duplicates'
import { forgetStagedMoves, noteManyMoves } from './manyMoves'

/** Maximum number of devices reported as not restored. */
const MAX_REPORTED = 100

/**
 * @param name of a change of the caller
 * @throws Refusal 404; 409 if it was undone already, it is too late, or the previous values are lost
 */
export function undoMany(
  db: Db,
  caller: Caller,
  name: string,
  settings: ChangeSettings,
): Promise<BulkUndone> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const job = await lockForUndo(tx, caller, { resource: 'devices', name }, ['change'])
    const { id, patch } = job
    const ids = await idsForHistory(tx, job, job.staged)
    const writeHistory = await prepareUndoHistory(tx, { tenant, caller, job, settings, ids }, patch)
    const staged = tenant.hasRules('devices') ? await stagedIds(tx, id) : []
    await lockPreviousAssignments(tenant, job)
    const taken = await findTakenValues(tx, tenant, settings.resource, job)
    const invalid = await findInvalidReferences(tx, tenant, settings.resource, job)
    if (!ids) await noteManyMoves(tx, tenant, job, 'undone')
    const restored = await restoreStaged(tx, tenant, job, [...taken, ...invalid])
    if (!ids) await forgetStagedMoves(tx, id)
    if (staged.length > 0) {
      const remaining = new Set(await stagedIds(tx, id))
      const restoredIds = staged.filter(device => !remaining.has(device))
      await refuseDevicesOutside(tenant, restoredIds, restoredIds.length)
    }
    const left = job.done - restored
    const names = await tx
      .selectFrom('bulk_rows')
      .leftJoin(
        tenant.devices().select(['devices.id', 'devices.isdn']).as('device'),
        'device.id',
        'bulk_rows.record_id',
      )
      .where('bulk_rows.bulk_id', '=', id)
      .select(['bulk_rows.record_id as id', sql<string>`coalesce(device.isdn, '')`.as('name')])
      .orderBy('bulk_rows.record_id')
      .limit(MAX_REPORTED)
      .execute()
    await tx.updateTable('bulk_changes').set({ undone: true }).where('id', '=', id).execute()
    await writeHistory()
    if ('batch_id' in patch.columns) await announce(tx, { resource: 'batches' })
    return { restored, left, names }
  })
}

/**
 * Locks the referenced records against deletion until the transaction ends.
 *
 * @returns ids of staged devices with a previous reference (an added field) that is no longer valid
 */
async function findInvalidReferences(
  tx: Db,
  tenant: Tenant,
  { fields }: CompiledResource,
  { id, patch: { keys } }: { id: number; patch: BulkPatch },
): Promise<string[]> {
  const ids = new Set<string>()
  for (const { name, type, storage, reference } of Object.values(fields)) {
    if (!isReferring(type) || !reference || storage !== 'extra' || !keys.includes(name)) continue
    const value = sql`bulk_rows.before -> 'extra' -> ${name}::text`
    const referencedId = sql<string>`jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)`
    const previous = sql`(
      select record_id as id, (before ->> 'vendor')::integer as vendor, ${referencedId} as referenced from bulk_rows where bulk_id = ${id}) previous`
    const { rows } = await sql<{ referenced: string; vendor: number }>`
      select distinct referenced, vendor from ${previous} where referenced is not null and referenced not in ('', '0')`.execute(
      tx,
    )
    const references = rows.map(row => ({ ...row, resource: reference, value: row.referenced }))
    const isReferable = await findReferable(tenant, references)
    const invalid = references
      .filter(reference => !isReferable(reference))
      .map(({ referenced, vendor }) => ({ referenced, vendor }))
    if (invalid.length === 0) continue
    const { rows: devices } = await sql<{ id: string }>`
      select distinct previous.id from ${previous}
      join jsonb_to_recordset(${JSON.stringify(invalid)}::jsonb) as invalid (referenced text, vendor integer) using (referenced, vendor)`.execute(
      tx,
    )
    for (const device of devices) ids.add(device.id)
  }
  return [...ids]
}
