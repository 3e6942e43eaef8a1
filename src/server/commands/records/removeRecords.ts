/** Deletes batches, vendors and clients, and says no where devices would lose their owner (decision 31). */
import { sql } from 'kysely'
import type { Compiled, CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { sqlState } from '../../store/failures'
import { findBatch, toBatch } from '../../store/records/batches'
import { findClient, toClient } from '../../store/records/clients'
import { findVendor, toVendor } from '../../store/records/vendors'
import { wholeView } from '../../store/records/view'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../accounts/sessions'
import { rememberRecord } from '../history'
import { refuseTooMany } from '../pgliteLimits'
import { refuseInUse } from './refuseInUse'

/**
 * Its devices stay and are in no batch; its bunches go with it.
 *
 * @throws Refusal 404 out of reach, 409 while config-added references lead to it or to one of its bunches, 422 with more devices
 *   than this database can change at once
 */
export function removeBatch(
  db: Db,
  caller: Caller,
  id: number,
  { console: config, server }: Compiled,
): Promise<void> {
  return changing(db, caller, async tx => {
    const row = await findBatch(tenantOf(tx, caller), id, 'lock')
    if (!row) throw new Refusal(404, 'notFound')
    refuseTooMany(tx, await count(tx, 'devices', 'batch_id', id), server.pglite.batchDevices)
    const bunches = await tx
      .selectFrom('bunches')
      .where('batch_id', '=', id)
      .select('id')
      .forUpdate()
      .execute()
    await refuseInUse(tx, config, 'batches', [id])
    await refuseInUse(
      tx,
      config,
      'bunches',
      bunches.map(bunch => bunch.id),
    )
    await tx.deleteFrom('batches').where('id', '=', id).execute()
    const resource = config.resources.batches!
    const before = toBatch(row, wholeView(resource))
    await rememberRecord(tx, caller, { resource, before, vendor: row.vendor_id })
  })
}

/** @throws Refusal 404 out of reach, 403 for oneself and for who is above, 409 with the number of what is left of it */
export function removeClient(db: Db, caller: Caller, id: number, config: CompiledConfig): Promise<void> {
  return changing(db, caller, async tx => {
    const row = await findClient(tenantOf(tx, caller), { id }, 'lock')
    if (!row) throw new Refusal(404, 'notFound')
    if (row.id === caller.id) throw new Refusal(403, 'client.self')
    if (row.level > caller.level) throw new Refusal(403, 'client.above')
    const devices = await count(tx, 'devices', 'client_id', id)
    if (devices > 0) throw new Refusal(409, 'client.owns', { devices })
    await refuseInUse(tx, config, 'clients', [id])
    await unlessInUse(tx.deleteFrom('clients').where('id', '=', id).execute())
    const resource = config.resources.clients!
    const before = toClient(row, { ...wholeView(resource), levelName: () => '' })
    await rememberRecord(tx, caller, { resource, before, vendor: row.vendor_id, level: row.level })
  })
}

/**
 * What its people once ordered stays, as the provider's.
 *
 * @throws Refusal 404 out of reach, 409 with the numbers of what it still owns
 */
export function removeVendor(db: Db, caller: Caller, id: number, config: CompiledConfig): Promise<void> {
  return changing(db, caller, async tx => {
    const row = await findVendor(tenantOf(tx, caller), id, 'lock')
    if (!row) throw new Refusal(404, 'notFound')
    const owned = {
      devices: await count(tx, 'devices', 'vendor_id', id),
      clients: await count(tx, 'clients', 'vendor_id', id),
      batches: await count(tx, 'batches', 'vendor_id', id),
      models: await count(tx, 'models', 'vendor_id', id),
    }
    if (Object.values(owned).some(number => number > 0)) throw new Refusal(409, 'vendor.owns', owned)
    const records = await count(tx, 'records', 'vendor_id', id)
    if (records > 0) throw new Refusal(409, 'vendor.ownsRecords', { records })
    await refuseInUse(tx, config, 'vendors', [id])
    await tx.updateTable('orders').set({ vendor_id: 0 }).where('vendor_id', '=', id).execute()
    await unlessInUse(tx.deleteFrom('vendors').where('id', '=', id).execute())
    const resource = config.resources.vendors!
    const before = toVendor(row, wholeView(resource))
    await rememberRecord(tx, caller, { resource, before, vendor: id })
  })
}

async function count(
  db: Db,
  table: 'devices' | 'clients' | 'batches' | 'models' | 'records',
  owner: 'vendor_id' | 'client_id' | 'batch_id',
  id: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db)
  return rows[0]!.count
}

/** What came in meanwhile is counted by nobody but the database. */
async function unlessInUse(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    throw sqlState(error) === '23503' ? new Refusal(409, 'inUse') : error
  }
}
