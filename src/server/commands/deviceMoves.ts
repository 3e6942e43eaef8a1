/**
 * Stores which devices a change of a batch moves. The change has a single history row with counts (decision 114); the
 * moves have the same batch and the same time, that of the transaction.
 */
import { sql } from 'kysely'
import type { Db } from '../store/database'
import type { Tenant } from '../store/tenancy'

interface Move {
  /** The `record` of the history row. */
  batch: number
  /** The name of the devices' new batch; empty for none. */
  after: string
}

/**
 * Stores the moves. Call it before the devices are moved, in the same transaction.
 *
 * @param devices the devices to be moved
 */
export async function noteMoves(
  tx: Db,
  tenant: Tenant,
  devices: ReturnType<Tenant['devices']>,
  { batch, after }: Move,
): Promise<void> {
  const oldBatch = tenant.batches().select(['batches.id', 'batches.name']).as('old_batch')
  const moves = devices
    .leftJoin(oldBatch, 'old_batch.id', 'devices.batch_id')
    .select([
      'devices.id',
      sql<number>`${batch}::integer`.as('batch_id'),
      sql<string>`coalesce(old_batch.name, '')`.as('before'),
      sql<string>`${after}::text`.as('after'),
    ])
  await tx
    .insertInto('device_moves')
    .columns(['device_id', 'batch_id', 'before', 'after'])
    .expression(moves)
    .execute()
}
