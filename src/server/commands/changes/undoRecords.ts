/**
 * Undoes a change of many records within `UNDO_SECONDS`: saves the previous values of each record that was not changed
 * since, and deletes the records that the change has created.
 */
import { sql } from 'kysely'
import type { BulkUndone } from '../../../contract/bulk'
import { may } from '../../../engine/access'
import type { Caller } from '../../caller'
import { forbidden, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { sourceOf } from '../../store/records/sources'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { applyChanges, ChangesRefused, type RecordChange } from './applyChanges'
import { type ChangeSettings, type JobKey, lockForUndo, nameSession } from './job'
import { namesOf } from './refusedRows'

/** Maximum number of records reported as not restored. */
const MAX_REPORTED = 100

/** Maximum attempts if records cannot be restored. Each leaves out the records that were refused before. */
const MAX_ATTEMPTS = 5

type UndoSettings = Pick<ChangeSettings, 'config' | 'resource' | 'locale'>

/**
 * @param key of a change of the caller
 * @throws Refusal 404; 403 without the rights of the change; 409 if it was undone already, it is too late, or the
 *   previous values are lost
 */
export async function undoRecords(
  db: Db,
  caller: Caller,
  key: JobKey,
  settings: UndoSettings,
): Promise<BulkUndone> {
  const leftOut = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    let restored: RecordChange[] = []
    try {
      return await changing(db, caller, async tx => {
        const tenant = tenantOf(tx, caller)
        const { id } = await lockForUndo(tx, caller, key, ['change', 'sheet'])
        const rows = await replacedRows(tenant, tx, id, settings.resource.name)
        refuseWithoutRight(caller, settings, rows)
        const isLeft = ({ record_id, isUnchanged }: ReplacedRow) => !isUnchanged || leftOut.has(record_id)
        const left = rows.filter(isLeft).map(({ record_id }) => record_id)
        // Created records are deleted last: a restored record may no longer refer to them.
        restored = rows
          .filter(row => !isLeft(row))
          .map(undoOf)
          .sort((a, b) => Number(a.isRemoval ?? false) - Number(b.isRemoval ?? false))
        await nameSession(tx, { id, name: key.name })
        const applied = await applyChanges(tx, caller, settings, [restored])
        if (applied.refusedIndexes.size > 0) throw new ChangesRefused(applied)
        await tx.updateTable('bulk_changes').set({ undone: true }).where('id', '=', id).execute()
        const ids = left.slice(0, MAX_REPORTED)
        const names = await namesOf(tenant, caller, ids.map(Number), settings)
        return {
          restored: restored.length,
          left: left.length,
          names: ids.map(id => ({ id, name: names.get(id) ?? '' })),
        }
      })
    } catch (error) {
      if (!(error instanceof ChangesRefused)) throw error
      if (attempt === MAX_ATTEMPTS) throw new Refusal(409, 'bulk.busy')
      for (const index of error.applied.refusedIndexes) leftOut.add(String(restored[index]!.id))
    }
  }
}

/** An undo needs the rights that the change needed: `create` for the records that it created, `edit` for the others. */
function refuseWithoutRight(
  caller: Caller,
  { config, resource }: UndoSettings,
  rows: readonly ReplacedRow[],
): void {
  const needed = new Set(rows.map(({ values }) => (values ? 'edit' : 'create')))
  for (const action of needed)
    if (!may(config.shared, caller.level, resource.name, action)) throw forbidden(caller)
}

interface ReplacedRow {
  record_id: string
  /** Null for a created record. */
  values: Record<string, unknown> | null
  updated: Date
  /** Whether the record is in scope, and as the change has left it. */
  isUnchanged: boolean
}

/** The records of the change. */
async function replacedRows(tenant: Tenant, tx: Db, job: number, resource: string): Promise<ReplacedRow[]> {
  const current = tenant.from(sourceOf(resource).rows(tenant)).select(['row.id', 'row.updated'])
  const { rows } = await sql<ReplacedRow>`
    select record_id, before -> 'extra' as values, bulk_rows.updated,
      date_trunc('milliseconds', current.updated) is not distinct from bulk_rows.updated as "isUnchanged"
    from bulk_rows left join (${current}) current on current.id = bulk_rows.record_id::integer
    where bulk_id = ${job} order by record_id::integer`.execute(tx)
  return rows
}

/** The opposite change; refused if the record is changed in the meantime. */
function undoOf({ record_id, values, updated }: ReplacedRow): RecordChange {
  const id = Number(record_id)
  const version = updated.toISOString()
  return values ? { id, input: { ...values, updated: version } } : { id, isRemoval: true, updated: version }
}
