/**
 * For a change of so many devices that they get no history row each: stores the previous and the new batch, client and
 * vendor of each device in `device_moves`. A timeline finds these moves by the time of the history row of their vendor.
 */
import { sql } from 'kysely'
import type { Db } from '../../store/database'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import { deviceColumn } from './patch'

/** Fields of the history, and their names in a patch. */
const PLACES = { batch: 'batch_id', client: 'client', vendor: 'vendor' } as const

/**
 * Stores a move for each of these fields that differs from `bulk_rows.before`.
 *
 * @param direction `changed`: after the change was stored; `undone`: before `bulk_rows.before` is restored
 */
export async function noteManyMoves(
  tx: Db,
  tenant: Tenant,
  { id, patch }: { id: number; patch: Pick<BulkPatch, 'columns'> },
  direction: 'changed' | 'undone',
): Promise<void> {
  const places = Object.entries(PLACES)
    .filter(([, name]) => name in patch.columns)
    .map(([field, name]) => {
      const currentId = sql.ref(`devices.${deviceColumn(name)}`)
      return sql`(${sql.lit(field)}, (bulk_rows.before -> 'columns' ->> ${sql.lit(name)})::integer, ${currentId})`
    })
  if (places.length === 0) return
  const batch = <Alias extends string>(alias: Alias) =>
    tenant.batches().select(['batches.id', 'batches.name']).as(alias)
  /** For each field the id in `bulk_rows.before` (`staged`) and the one in `devices` (`current`). */
  const place = sql<{
    field: string
    staged: number | null
    current: number | null
  }>`(values ${sql.join(places)})`
  const text = (side: 'staged' | 'current') => sql<string>`
    case place.field when 'batch' then coalesce(${sql.ref(`${side}_batch.name`)}, '')
      else coalesce(${sql.ref(`place.${side}`)}, 0)::text end`
  const before = direction === 'changed' ? 'staged' : 'current'
  const after = direction === 'changed' ? 'current' : 'staged'
  const moves = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .innerJoinLateral(place.as<'place'>(sql`place (field, staged, current)`), join => join.onTrue())
    .leftJoin(batch('staged_batch'), join =>
      join.onRef('staged_batch.id', '=', 'place.staged').on('place.field', '=', 'batch'),
    )
    .leftJoin(batch('current_batch'), join =>
      join.onRef('current_batch.id', '=', 'place.current').on('place.field', '=', 'batch'),
    )
    .where('bulk_rows.bulk_id', '=', id)
    .where(sql<boolean>`place.staged is distinct from place.current`)
    .select(['devices.id', sql<number>`0`.as('batch_id'), 'place.field'])
    .select(sql<number>`(bulk_rows.before ->> 'vendor')::integer`.as('vendor_id'))
    .select([text(before).as('before'), text(after).as('after')])
  await tx
    .insertInto('device_moves')
    .columns(['device_id', 'batch_id', 'field', 'vendor_id', 'before', 'after'])
    .expression(moves)
    .execute()
}

/**
 * Deletes the moves of an undo for devices that are still staged: they were not restored. `now()` is the start of the
 * transaction, and thus finds only moves that this undo has written.
 */
export async function forgetStagedMoves(tx: Db, id: number): Promise<void> {
  await sql`
    delete from device_moves using bulk_rows
    where bulk_rows.bulk_id = ${id} and device_moves.device_id = bulk_rows.record_id
      and device_moves.at = now() and device_moves.batch_id = 0`.execute(tx)
}
