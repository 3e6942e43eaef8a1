/** Undoes a change of many devices within `UNDO_SECONDS`: restores each device that was not changed since. */
import { sql } from 'kysely'
import { type BulkUndone, UNDO_SECONDS } from '../../../contract/bulk'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { refuseDevicesOutside } from '../withinRows'
import { lockPreviousAssignments, restoreStaged, stagedIds } from './applyStaged'
import { MAX_EACH_IN_HISTORY, prepareUndoHistory } from './bulkHistory'
import { findTakenValues } from './duplicates'
import { findInvalidReferences } from './invalidReferences'
import { forgetStagedMoves, noteManyMoves } from './manyMoves'
import type { BulkSettings } from './settings'

/** Maximum number of devices reported as not restored. */
const MAX_REPORTED = 100

/**
 * @param name of a change of the caller
 * @throws Refusal 404; 409 if it was undone already, it is too late, or the previous values are lost
 */
export function undoMany(db: Db, caller: Caller, name: string, settings: BulkSettings): Promise<BulkUndone> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const job = orNotFound(
      await tenant
        .bulkChanges()
        .where('name', '=', name)
        .where('stage', '=', 'done')
        .where('resource', '=', 'devices')
        .where('action', '=', 'change')
        .select(['id', 'patch', 'done', 'undone'])
        .select(sql<boolean>`finished < now() - make_interval(secs => ${UNDO_SECONDS})`.as('isTooLate'))
        .forUpdate()
        .executeTakeFirst(),
    )
    if (job.undone) throw new Refusal(409, 'bulk.undone')
    if (job.isTooLate) throw new Refusal(409, 'bulk.undoLate')
    const stagedCount = await countRows(tx.selectFrom('bulk_rows').where('bulk_id', '=', job.id) as never)
    // `bulk_rows` is unlogged: a crash of the database empties it.
    if (stagedCount < job.done) throw new Refusal(409, 'bulk.undoLost')
    const { id, patch } = job
    const ids = stagedCount <= MAX_EACH_IN_HISTORY ? await stagedIds(tx, id) : undefined
    const writeHistory = await prepareUndoHistory(tx, { tenant, caller, job, settings, ids }, patch)
    const staged = tenant.hasRules('devices') ? await stagedIds(tx, id) : []
    const undoing = { id, patch, levels: caller.levels }
    await lockPreviousAssignments(tenant, undoing)
    const taken = await findTakenValues(tx, tenant, settings.resource, undoing)
    const invalid = await findInvalidReferences(tx, tenant, settings.resource, { id, patch })
    if (!ids) await noteManyMoves(tx, tenant, { id, patch }, 'undone')
    const restored = await restoreStaged(tx, tenant, undoing, [...taken, ...invalid])
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
