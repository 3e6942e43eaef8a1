/** The devices of a change: those of a list over all its pages, or those named, each with what it had before. */
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { type DeviceFilters, matchingDevices } from '../../store/devices/devices'
import type { Tenant } from '../../store/tenancy'
import { type BulkPlan, deviceColumn } from './patch'

/** Which devices, as the list of devices would be asked for them. */
export interface ChosenDevices {
  filters: DeviceFilters
  further: readonly RawBuilder<boolean>[]
}

/** How many devices one statement reads: on PGlite others are served in between. */
const STEP = 5_000

/** The choice in parts, each of which an `in` can hold. */
function partsOf({ filters, further }: ChosenDevices): ChosenDevices[] {
  const { ids } = filters
  if (!ids) return [{ filters, further }]
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / STEP) }, (_, at) => ({
    filters: { ...filters, ids: unique.slice(at * STEP, (at + 1) * STEP) },
    further,
  }))
}

/**
 * Writes the devices beside the change, in the order of their IMEIs.
 *
 * @param most more than these are not looked for
 * @param report is told how many there are so far
 * @returns how many there are
 */
export async function stageChoice(
  tenant: Tenant,
  db: Db,
  bulk: number,
  choice: ChosenDevices,
  { plan, most, report }: { plan: BulkPlan; most: number; report: (staged: number) => Promise<void> },
): Promise<number> {
  let staged = 0
  for (const { filters, further } of partsOf(choice)) {
    for (let last = ''; ; ) {
      const page = matchingDevices(tenant, filters, further)
        .where(sql<boolean>`"row".id > ${last}`)
        .select(
          sql`${bulk}::bigint as bulk_id, "row".id as device_id, ${beforeOf(plan, 'row')} as before, "row".updated as updated` as never,
        )
        .orderBy(sql`"row".id`)
        .limit(STEP)
      const { rows } = await sql<{ last: string | null; count: number }>`
        with page as (${page}), kept as (
          insert into bulk_rows (bulk_id, device_id, before, updated) select * from page returning device_id)
        select max(device_id collate "C") as last, count(*) as count from kept`.execute(db)
      const { last: reached, count } = rows[0]!
      staged += count
      await report(staged)
      if (count < STEP || staged > most) break
      last = reached!
    }
  }
  // Without it the last step would look for each device by itself.
  await sql`analyze bulk_rows`.execute(db)
  return staged
}

/** How many devices a choice has by now. */
export async function countChoice(tenant: Tenant, choice: ChosenDevices): Promise<number> {
  let count = 0
  for (const { filters, further } of partsOf(choice))
    count += await countRows(matchingDevices(tenant, filters, further))
  return count
}

/**
 * Reads those of the staged devices again that were changed since, and leaves out those that the choice no longer
 * finds. Devices that were not changed stay chosen, though their state may have gone out of the filter.
 *
 * @returns how many are still chosen, and in scope
 */
export async function readAgain(
  tenant: Tenant,
  db: Db,
  bulk: number,
  { plan, choice }: { plan: BulkPlan; choice: ChosenDevices },
): Promise<number> {
  const there = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', bulk)
  const changed = there.whereRef('devices.updated', '<>', 'bulk_rows.updated')
  // Ids are chosen whatever their devices have become.
  if (!choice.filters.ids) {
    const found = matchingDevices(tenant, choice.filters, choice.further)
      .where(sql<boolean>`"row".id = bulk_rows.device_id`)
      .select(sql`1`.as('one'))
    await sql`
      delete from bulk_rows where bulk_id = ${bulk}
        and device_id in (${changed.select('devices.id')}) and not exists (${found})`.execute(db)
  }
  const moved = changed.select(
    sql`devices.id, devices.updated, ${beforeOf(plan, 'devices')} as before` as never,
  )
  await sql`
    update bulk_rows set before = moved.before, updated = moved.updated from (${moved}) as moved
    where bulk_rows.bulk_id = ${bulk} and bulk_rows.device_id = moved.id`.execute(db)
  return countRows(there)
}

/** What a device has in the fields that a change sets, by the names of the wire, and whose it is. */
function beforeOf(
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

/** The part of a device's own fields that stands under these keys. */
const extraPart = (extra: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<unknown> =>
  keys.length === 0
    ? sql`'{}'::jsonb`
    : sql`coalesce((select jsonb_object_agg(part.key, part.value) from jsonb_each(${extra}) part
        where part.key = any(${[...keys]}::text[])), '{}'::jsonb)`
