/**
 * Which devices a change of a batch moves. The history has one row for it, with numbers (decision 114); these rows are
 * found by its batch and its moment, which is that of the transaction.
 */
import { sql } from 'kysely'
import type { Db } from '../store/database'
import type { Tenant } from '../store/tenancy'

interface Move {
  /** The id of the row of history. */
  batch: number
  /** The name of the batch that the devices come into; empty for none. */
  after: string
}

/**
 * Notes the devices, before they are moved.
 *
 * @param tx the transaction that moves them
 * @param devices those in scope that move
 */
export async function noteMoves(
  tx: Db,
  tenant: Tenant,
  devices: ReturnType<Tenant['devices']>,
  { batch, after }: Move,
): Promise<void> {
  const left = tenant.batches().select(['batches.id', 'batches.name']).as('left_batch')
  const moves = devices
    .leftJoin(left, 'left_batch.id', 'devices.batch_id')
    .select([
      'devices.id',
      sql<number>`${batch}::integer`.as('batch_id'),
      sql<string>`coalesce(left_batch.name, '')`.as('before'),
      sql<string>`${after}::text`.as('after'),
    ])
  await tx
    .insertInto('device_moves')
    .columns(['device_id', 'batch_id', 'before', 'after'])
    .expression(moves)
    .execute()
}
