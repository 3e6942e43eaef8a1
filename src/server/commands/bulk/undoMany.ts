/** Undoes a change of many devices for a minute: each gets back what it had, unless it was changed since. */
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
import { findTakenSince } from './duplicates'
import { findLostSince } from './lostSince'
import { forgetStagedMoves, noteManyMoves } from './manyMoves'
import { EACH_IN_HISTORY, undoHistoryOf } from './remember'
import type { BulkSettings } from './settings'
import { lockFormerPlaces, restoreStaged, stagedIds } from './store'

/** The most devices that are named as not restored. */
const NAMED = 100

/**
 * @param name of one's own change
 * @throws Refusal 404, 409 where it is undone already, too late, or what the devices had is lost
 */
export function undoMany(db: Db, caller: Caller, name: string, settings: BulkSettings): Promise<BulkUndone> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const job = orNotFound(
      await tenant
        .bulkChanges()
        .where('name', '=', name)
        .where('stage', '=', 'done')
        .where('action', '=', 'change')
        .select(['id', 'patch', 'done', 'undone'])
        .select(sql<boolean>`finished < now() - make_interval(secs => ${UNDO_SECONDS})`.as('late'))
        .forUpdate()
        .executeTakeFirst(),
    )
    if (job.undone) throw new Refusal(409, 'bulk.undone')
    if (job.late) throw new Refusal(409, 'bulk.undoLate')
    const kept = await countRows(tx.selectFrom('bulk_rows').where('bulk_id', '=', job.id) as never)
    // A crash of the database has emptied the table.
    if (kept < job.done) throw new Refusal(409, 'bulk.undoLost')
    const { id, patch } = job
    const ids = kept <= EACH_IN_HISTORY ? await stagedIds(tx, id) : undefined
    const remember = await undoHistoryOf(tx, { tenant, caller, job, settings, ids }, patch)
    const given = tenant.hasRules('devices') ? await stagedIds(tx, id) : []
    const undoing = { id, patch, levels: caller.levels }
    await lockFormerPlaces(tenant, undoing)
    const taken = await findTakenSince(tx, tenant, settings.resource, undoing)
    const lost = await findLostSince(tx, tenant, settings.resource, { id, patch })
    if (!ids) await noteManyMoves(tx, tenant, { id, patch }, 'undone')
    const restored = await restoreStaged(tx, tenant, undoing, [...taken, ...lost])
    if (!ids) await forgetStagedMoves(tx, id)
    if (given.length > 0) {
      const kept = new Set(await stagedIds(tx, id))
      const back = given.filter(device => !kept.has(device))
      await refuseDevicesOutside(tenant, back, back.length)
    }
    const left = job.done - restored
    const names = await tx
      .selectFrom('bulk_rows')
      .leftJoin(
        tenant.devices().select(['devices.id', 'devices.isdn']).as('device'),
        'device.id',
        'bulk_rows.device_id',
      )
      .where('bulk_rows.bulk_id', '=', id)
      .select(['bulk_rows.device_id as id', sql<string>`coalesce(device.isdn, '')`.as('isdn')])
      .orderBy('bulk_rows.device_id')
      .limit(NAMED)
      .execute()
    await tx.updateTable('bulk_changes').set({ undone: true }).where('id', '=', id).execute()
    await remember()
    if ('batch_id' in patch.columns) await announce(tx, { resource: 'batches' })
    return { restored, left, names }
  })
}
