/** Stores a change for all staged devices in one statement: sets, removes or restores. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../../engine/compiled'
import { chunksOf } from '../../collections'
import type { Db } from '../../store/database'
import type { BulkPatch } from '../../store/schema'
import { allOf } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { refuseInUse } from '../records/removal'
import { type BulkPlan, DEVICE_FIELDS, deviceColumn } from './patch'
import type { DeviceCondition } from './validateEach'

/** Always later than the old `updated`. */
const NOW = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), devices.updated + interval '1 millisecond')`

const isStaged = (bulk: number) =>
  sql<boolean>`(bulk_rows.bulk_id = ${bulk} and bulk_rows.record_id = devices.id)`

type Values = Readonly<Record<string, RawBuilder<unknown>>>

/** SQL values by column name. @param fields their keys are the API names of the fields to set */
const columnValues = (fields: BulkPatch['columns'], value: (name: string) => RawBuilder<unknown>): Values =>
  Object.fromEntries(Object.keys(fields).map(name => [deviceColumn(name), value(name)]))

/** Casts a text to the column type of a field. */
const castTo = (name: string, text: RawBuilder<unknown>) => sql`(${text})::${sql.raw(DEVICE_FIELDS[name]!)}`

/** Updates staged devices that have not changed since and meet all conditions. @returns their number */
export async function setStaged(
  tenant: Tenant,
  bulk: number,
  { patch, isPerDevice }: BulkPlan,
  conditions: readonly DeviceCondition[],
): Promise<number> {
  const set = isPerDevice ? valuesPerDevice(patch) : valuesForAll(patch)
  const { numUpdatedRows } = await tenant
    .update('devices')
    // `never`: the columns are known only at run time.
    .set({ ...set, updated: NOW } as never)
    .from('bulk_rows')
    .where(isStaged(bulk))
    .where(sql<boolean>`bulk_rows.updated = devices.updated`)
    .where(allOf(conditions.map(({ holds }) => holds)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The values that validation has stored in `bulk_rows.after`; columns that are absent there do not change. */
function valuesPerDevice({ columns }: BulkPatch): Values {
  const after = (name: string) => castTo(name, sql`bulk_rows.after -> 'columns' ->> ${sql.lit(name)}`)
  return {
    ...columnValues(
      columns,
      name => sql`case when bulk_rows.after -> 'columns' ? ${sql.lit(name)} then ${after(name)}
        else ${sql.ref(`devices.${deviceColumn(name)}`)} end`,
    ),
    extra: sql`bulk_rows.after -> 'extra'`,
  }
}

/** The same values for all devices. */
const valuesForAll = ({ columns, extra, keys }: BulkPatch): Values => ({
  ...columnValues(columns, name => castTo(name, sql`${columns[name] ?? null}`)),
  ...(keys.length > 0 && {
    extra: sql`(devices.extra - ${[...keys]}::text[]) || ${JSON.stringify(extra)}::jsonb`,
  }),
})

/** Deletes staged devices that have not changed since. @returns their number */
export async function removeStaged(tenant: Tenant, bulk: number): Promise<number> {
  const { numDeletedRows } = await tenant
    .delete('devices')
    .using('bulk_rows')
    .where(isStaged(bulk))
    .where(sql<boolean>`bulk_rows.updated = devices.updated`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** A change to undo. */
export interface UndoneChange {
  id: number
  patch: BulkPatch
}

/** The previous batch, bunch and client of a device, with the conditions to restore them (as `conditionsOf`). */
function previousAssignments(tenant: Tenant, { patch: { columns } }: UndoneChange) {
  const batch = 'batch_id' in columns ? previousValue('batch_id') : sql.ref('devices.batch_id')
  const assignments = {
    batch_id: {
      table: 'batches',
      rows: tenant.batches(),
      matches: sql<boolean>`batches.vendor_id = devices.vendor_id and batches.model_id = devices.model_id`,
    },
    bunch_id: {
      table: 'bunches',
      rows: tenant.bunches(),
      matches: sql<boolean>`bunches.batch_id = ${batch}`,
    },
    client: {
      table: 'clients',
      rows: tenant.owners(),
      matches: sql<boolean>`clients.vendor_id = devices.vendor_id`,
    },
  } as const
  return Object.entries(assignments).flatMap(([name, { table, rows, matches }]) =>
    name in columns
      ? [{ name, table, rows: rows as unknown as Rows, id: sql.ref(`${table}.id`), matches }]
      : [],
  )
}

/** Stands for the queries of all three tables: a union of their types could not be called. */
type Rows = ReturnType<Tenant['clients']>

/** Locks the previous batches, bunches and clients until the transaction ends. */
export async function lockPreviousAssignments(tenant: Tenant, undoing: UndoneChange): Promise<void> {
  for (const { name, table, rows, id } of previousAssignments(tenant, undoing)) {
    const former = sql`select ${previousValue(name)} from bulk_rows where bulk_id = ${undoing.id}`
    await rows
      .where(sql<boolean>`${id} in (${former})`)
      .select(sql`1`.as('one'))
      .orderBy(id)
      .forShare(table as 'clients')
      .execute()
  }
}

/** Condition: the staged device has not changed since, and its batch, bunch and client can be restored. */
export function isRestorable(tenant: Tenant, undoing: UndoneChange): RawBuilder<boolean> {
  const restorable = previousAssignments(tenant, undoing).map(({ name, rows, id, matches }) => {
    const matching = rows
      .where(sql<boolean>`${id} = ${previousValue(name)} and ${matches}`)
      .select(sql`1`.as('one'))
    return sql`(${previousValue(name)} is null or exists (${matching}))`
  })
  return allOf([
    isStaged(undoing.id),
    sql`devices.updated <= (select finished from bulk_changes where id = ${undoing.id})`,
    ...restorable,
  ])
}

const previousValue = (name: string) => castTo(name, sql`bulk_rows.before -> 'columns' ->> ${sql.lit(name)}`)

/**
 * Restores the staged devices and removes them from `bulk_rows`. Devices that are not restorable stay there.
 *
 * @param except ids of other devices that must not be restored
 * @returns the number of restored devices
 */
export async function restoreStaged(
  tx: Db,
  tenant: Tenant,
  undoing: UndoneChange,
  except: readonly string[] = [],
): Promise<number> {
  const {
    id,
    patch: { columns, keys },
  } = undoing
  const restored = tenant
    .update('devices')
    .set({
      ...columnValues(columns, previousValue),
      ...(keys.length > 0 && {
        extra: sql`(devices.extra - ${[...keys]}::text[]) || (bulk_rows.before -> 'extra')`,
      }),
      updated: NOW,
    } as never)
    .from('bulk_rows')
    .where(isRestorable(tenant, undoing))
    .where(sql<boolean>`devices.id <> all(${[...except]}::text[])`)
    .returning('devices.id')
  const { rows } = await sql<{ count: number }>`
    with restored as (${restored}), unstaged as (
      delete from bulk_rows using restored
      where bulk_rows.bulk_id = ${id} and bulk_rows.record_id = restored.id returning 1)
    select count(*) as count from unstaged`.execute(tx)
  return rows[0]!.count
}

export async function stagedIds(db: Db, bulk: number): Promise<string[]> {
  const rows = await db.selectFrom('bulk_rows').where('bulk_id', '=', bulk).select('record_id').execute()
  return rows.map(({ record_id }) => record_id)
}

/** Ids per query. */
const IDS_PER_QUERY = 5_000

/** @throws Refusal 409 if an added field refers to one of the devices */
export async function refuseReferenced(
  tenant: Tenant,
  db: Db,
  bulk: number,
  config: CompiledConfig,
): Promise<void> {
  const isReferenced = Object.values(config.resources).some(({ fields }) =>
    Object.values(fields).some(({ reference, storage }) => reference === 'devices' && storage === 'extra'),
  )
  if (!isReferenced) return
  const ids = await stagedIds(db, bulk)
  for (const chunk of chunksOf(ids, IDS_PER_QUERY))
    await refuseInUse(tenant, config, { resource: 'devices', ids: chunk, except: new Map() })
}
