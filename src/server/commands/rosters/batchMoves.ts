/** SQL for replacing the devices of a batch by a sheet: which devices leave, join, stay, or change their bunch. */
import { type RawBuilder, sql } from 'kysely'
import type { ErrorBody } from '../../../contract/envelope'
import type { BatchRow } from '../../store/records/sources'
import type { Tenant } from '../../store/tenancy'
import type { StagedWork } from './rosterStaging'

export interface Replacement extends StagedWork {
  /** Id and name of the batch. */
  id: number
  name: string
  /** Whether the sheet has a column for the bunch. */
  hasBunchColumn: boolean
}

/** The devices in scope, as a subquery to join with the staged rows. */
export const devicesOf = (tenant: Tenant): RawBuilder<unknown> =>
  sql`${tenant
    .devices()
    .select(['devices.id', 'devices.isdn', 'devices.model_id', 'devices.vendor_id'])
    .select(['devices.batch_id', 'devices.bunch_id'])}`

/** The bunches of the batch by lower-case name; `number` counts the bunches with that name. */
export const namedBunches = (tenant: Tenant, batch: number): RawBuilder<unknown> =>
  sql`${tenant
    .bunches()
    .where('bunches.batch_id', '=', batch)
    .select(eb => [
      sql`lower(bunches.name)`.as('name'),
      eb.fn.min('bunches.id').as('id'),
      sql`count(*)::integer`.as('number'),
    ])
    .groupBy(sql`lower(bunches.name)`)}`

/** Condition on `devices`: in the batch, but not in the sheet. */
export const isLeaving = ({ id, staging }: Replacement) =>
  sql<boolean>`devices.batch_id = ${id}::integer and not exists (select from ${staging.table} s where s.id = devices.id)`

/**
 * SQL for the new bunch of a device in the sheet: the bunch that the sheet names (`namedBunches`, joined as `n`). If
 * the sheet has no bunch column, the device keeps its bunch of this batch.
 */
export const bunchOf = ({ id, hasBunchColumn }: Replacement, device: 'd' | 'devices' = 'devices') =>
  hasBunchColumn
    ? sql`n.id`
    : sql`case when ${sql.ref(`${device}.batch_id`)} = ${id}::integer then ${sql.ref(`${device}.bunch_id`)} end`

type BatchMoves = NonNullable<ErrorBody['leaving']>

/**
 * Counts the devices that the sheet would move. Only devices of the batch's model and vendor are counted. `unknown`
 * counts the devices that are not registered or are out of scope.
 */
export async function countMoves(work: Replacement, batch: BatchRow): Promise<BatchMoves> {
  const { tx, tenant, id, staging } = work
  const isInBatch = sql`d.batch_id is not distinct from ${id}::integer`
  const matchesBatch = sql`d.model_id = ${batch.model_id}::integer and d.vendor_id = ${batch.vendor_id}::integer`
  const devicesInBatch = tenant.devices().where('devices.batch_id', '=', id).select(sql`count(*)`.as('count'))
  const leaving = tenant.devices().where(isLeaving(work)).select(sql`count(*)`.as('count'))
  const { rows } = await sql<BatchMoves>`
    select (${devicesInBatch})::integer as before, (${leaving})::integer as left,
      (count(*) filter (where ${matchesBatch}))::integer as devices,
      (count(*) filter (where ${matchesBatch} and not ${isInBatch}))::integer as joined,
      (count(*) filter (where ${matchesBatch} and ${isInBatch} and d.bunch_id is distinct from ${bunchOf(work, 'd')}))::integer as regrouped,
      (count(*) filter (where s.id is not null and d.id is null))::integer as unknown
    from ${staging.table} s
    left join ${devicesOf(tenant)} d on d.id = s.id
    left join ${namedBunches(tenant, id)} n on n.name = lower(s.bunch)`.execute(tx)
  return rows[0]!
}
