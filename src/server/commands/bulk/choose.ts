/** Selects the devices of a change (all pages of a filtered list, or ids) and stores their previous values. */
import { type RawBuilder, sql } from 'kysely'
import { chunksOf } from '../../collections'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { type DeviceFilters, matchingDevices } from '../../store/devices/devices'
import type { Tenant } from '../../store/tenancy'
import { type BulkPlan, deviceColumn } from './patch'

/** Devices chosen by the filters of the device list, or by ids (`filters.ids`). */
export interface ChosenDevices {
  filters: DeviceFilters
  /** Conditions in addition to the filters, on rows with the alias `row`. */
  conditions: readonly RawBuilder<boolean>[]
}

/** Devices per statement: on PGlite other requests are served in between. */
const DEVICES_PER_QUERY = 5_000

/** Splits ids into parts that fit into one query. */
function partsOf({ filters, conditions }: ChosenDevices): ChosenDevices[] {
  const { ids } = filters
  if (!ids) return [{ filters, conditions }]
  const parts = chunksOf([...new Set(ids)], DEVICES_PER_QUERY)
  return parts.map(part => ({ filters: { ...filters, ids: part }, conditions }))
}

/**
 * Inserts the devices into `bulk_rows`, in pages ordered by IMEI.
 *
 * @param max stops once there are more
 * @param report receives the number so far
 * @returns the number of devices
 */
export async function stageChoice(
  tenant: Tenant,
  db: Db,
  bulk: number,
  choice: ChosenDevices,
  { plan, max, report }: { plan: BulkPlan; max: number; report: (staged: number) => Promise<void> },
): Promise<number> {
  let staged = 0
  for (const { filters, conditions } of partsOf(choice)) {
    for (let lastId = ''; ; ) {
      const page = matchingDevices(tenant, filters, conditions)
        .where(sql<boolean>`"row".id > ${lastId}`)
        .select(
          sql`${bulk}::bigint as bulk_id, "row".id as record_id, ${previousValuesOf(plan, 'row')} as before, "row".updated as updated` as never,
        )
        .orderBy(sql`"row".id`)
        .limit(DEVICES_PER_QUERY)
      const { rows } = await sql<{ last: string | null; count: number }>`
        with page as (${page}), inserted as (
          insert into bulk_rows (bulk_id, record_id, before, updated) select * from page returning record_id)
        select max(record_id collate "C") as last, count(*) as count from inserted`.execute(db)
      const { last, count } = rows[0]!
      staged += count
      await report(staged)
      if (count < DEVICES_PER_QUERY || staged > max) break
      lastId = last!
    }
  }
  // Without statistics the planner would look up each device in the last step.
  await sql`analyze bulk_rows`.execute(db)
  return staged
}

/** The current number of matching devices. */
export async function countChoice(tenant: Tenant, choice: ChosenDevices): Promise<number> {
  let count = 0
  for (const { filters, conditions } of partsOf(choice))
    count += await countRows(matchingDevices(tenant, filters, conditions))
  return count
}

/**
 * Rereads staged devices that have changed, and removes the ones that no longer match the filter. Unchanged devices
 * stay, even if their online state no longer matches.
 *
 * @returns the number of staged devices in scope
 */
export async function readAgain(
  tenant: Tenant,
  db: Db,
  bulk: number,
  { plan, choice }: { plan: BulkPlan; choice: ChosenDevices },
): Promise<number> {
  const staged = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', bulk)
  const changed = staged.whereRef('devices.updated', '<>', 'bulk_rows.updated')
  // Devices selected by id stay selected.
  if (!choice.filters.ids) {
    const matching = matchingDevices(tenant, choice.filters, choice.conditions)
      .where(sql<boolean>`"row".id = bulk_rows.record_id`)
      .select(sql`1`.as('one'))
    await sql`
      delete from bulk_rows where bulk_id = ${bulk}
        and record_id in (${changed.select('devices.id')}) and not exists (${matching})`.execute(db)
  }
  const current = changed.select(
    sql`devices.id, devices.updated, ${previousValuesOf(plan, 'devices')} as before` as never,
  )
  await sql`
    update bulk_rows set before = moved.before, updated = moved.updated from (${current}) as moved
    where bulk_rows.bulk_id = ${bulk} and bulk_rows.record_id = moved.id`.execute(db)
  return countRows(staged)
}

/** The previous values of the fields that a change sets, by their API names, and the vendor. */
function previousValuesOf(
  { patch: { columns: set, keys } }: Pick<BulkPlan, 'patch'>,
  device: 'row' | 'devices',
): RawBuilder<unknown> {
  const columns = Object.keys(set).flatMap(name => [
    sql`${sql.lit(name)}`,
    sql.ref(`${device}.${deviceColumn(name)}`),
  ])
  return sql`jsonb_build_object('columns', jsonb_build_object(${sql.join(columns)}), 'extra', ${extraPart(sql.ref(`${device}.extra`), keys)},
    'vendor', ${sql.ref(`${device}.vendor_id`)})`
}

/** The values of these keys of `extra`. */
const extraPart = (extra: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<unknown> =>
  keys.length === 0
    ? sql`'{}'::jsonb`
    : sql`coalesce((select jsonb_object_agg(part.key, part.value) from jsonb_each(${extra}) part
        where part.key = any(${[...keys]}::text[])), '{}'::jsonb)`
