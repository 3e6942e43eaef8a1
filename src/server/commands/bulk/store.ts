/** The one statement that stores a change: what is set, what is removed, and what is given back. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import type { BulkPatch } from '../../store/schema'
import { allOf } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { refuseInUse } from '../records/removal'
import type { Fit } from './judge'
import { type BulkPlan, DEVICE_FIELDS, deviceColumn } from './patch'

/** Later than what the device has, also where two changes share a moment. */
const NOW = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), devices.updated + interval '1 millisecond')`

const inBulk = (bulk: number) =>
  sql<boolean>`(bulk_rows.bulk_id = ${bulk} and bulk_rows.device_id = devices.id)`

type Values = Readonly<Record<string, RawBuilder<unknown>>>

/** Columns by their names in the table. */
const named = (set: BulkPatch['columns'], value: (name: string) => RawBuilder<unknown>): Values =>
  Object.fromEntries(Object.keys(set).map(name => [deviceColumn(name), value(name)]))

const typed = (name: string, text: RawBuilder<unknown>) => sql`(${text})::${sql.raw(DEVICE_FIELDS[name]!)}`

/** Sets the staged devices that are as they were read, and fit. @returns how many */
export async function setStaged(
  tenant: Tenant,
  bulk: number,
  { patch, eachByItself }: BulkPlan,
  fits: readonly Fit[],
): Promise<number> {
  const { columns, extra, keys } = patch
  const after = (name: string) => typed(name, sql`bulk_rows.after -> 'columns' ->> ${sql.lit(name)}`)
  const set: Values = eachByItself
    ? {
        ...named(
          columns,
          name => sql`case when bulk_rows.after -> 'columns' ? ${sql.lit(name)} then ${after(name)}
            else ${sql.ref(`devices.${deviceColumn(name)}`)} end`,
        ),
        extra: sql`bulk_rows.after -> 'extra'`,
      }
    : {
        ...named(columns, name => typed(name, sql`${columns[name] ?? null}`)),
        ...(keys.length > 0 && {
          extra: sql`(devices.extra - ${[...keys]}::text[]) || ${JSON.stringify(extra)}::jsonb`,
        }),
      }
  const { numUpdatedRows } = await tenant
    .update('devices')
    .set({ ...set, updated: NOW } as never)
    .from('bulk_rows')
    .where(inBulk(bulk))
    .where(sql<boolean>`bulk_rows.updated = devices.updated`)
    .where(allOf(fits.map(({ holds }) => holds)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Removes the staged devices that are as they were read. @returns how many */
export async function removeStaged(tenant: Tenant, bulk: number): Promise<number> {
  const { numDeletedRows } = await tenant
    .delete('devices')
    .using('bulk_rows')
    .where(inBulk(bulk))
    .where(sql<boolean>`bulk_rows.updated = devices.updated`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** A change that is undone, and the levels by which its sender's rights are known. */
export interface Undoing {
  id: number
  patch: BulkPatch
  levels: Caller['levels']
}

/**
 * What a device belonged to, as far as it could be given it now (`fitsOf` asks the same of a change), by the names of
 * the wire.
 */
function formerPlaces(tenant: Tenant, { patch: { columns }, levels }: Undoing) {
  const batch = 'batch_id' in columns ? before('batch_id') : sql.ref('devices.batch_id')
  const places = {
    batch_id: {
      table: 'batches',
      rows: tenant.batches(),
      fits: sql<boolean>`batches.vendor_id = devices.vendor_id and batches.model_id = devices.model_id`,
    },
    bunch_id: {
      table: 'bunches',
      rows: tenant.bunches(),
      fits: sql<boolean>`bunches.batch_id = ${batch}`,
    },
    client: {
      table: 'clients',
      rows: tenant
        .clients()
        .where('clients.level', '>=', levels.client)
        .where('clients.level', '<', levels.vendor),
      fits: sql<boolean>`clients.vendor_id = devices.vendor_id`,
    },
  } as const
  return Object.entries(places).flatMap(([name, { table, rows, fits }]) =>
    name in columns ? [{ name, table, rows: rows as unknown as Rows, id: sql.ref(`${table}.id`), fits }] : [],
  )
}

type Rows = ReturnType<Tenant['clients']>

/** Keeps what the staged devices belonged to as it is until the transaction ends. */
export async function lockFormerPlaces(tenant: Tenant, undoing: Undoing): Promise<void> {
  for (const { name, table, rows, id } of formerPlaces(tenant, undoing)) {
    const former = sql`select ${before(name)} from bulk_rows where bulk_id = ${undoing.id}`
    await rows
      .where(sql<boolean>`${id} in (${former})`)
      .select(sql`1`.as('one'))
      .orderBy(id)
      .forShare(table as 'clients')
      .execute()
  }
}

/** Which staged devices get back what they had. */
export function isRestorable(tenant: Tenant, undoing: Undoing): RawBuilder<boolean> {
  const fits = formerPlaces(tenant, undoing).map(({ name, rows, id, fits }) => {
    const there = rows.where(sql<boolean>`${id} = ${before(name)} and ${fits}`).select(sql`1`.as('one'))
    return sql`(${before(name)} is null or exists (${there}))`
  })
  return allOf([
    inBulk(undoing.id),
    sql`devices.updated <= (select finished from bulk_changes where id = ${undoing.id})`,
    ...fits,
  ])
}

const before = (name: string) => typed(name, sql`bulk_rows.before -> 'columns' ->> ${sql.lit(name)}`)

/**
 * Gives the staged devices back what they had, but for those that were changed since, or whose group, bunch or client
 * is gone or would not be theirs by now: these alone stay staged.
 *
 * @param except ids of devices whose former values others have by now
 * @returns how many got it back
 */
export async function restoreStaged(
  tx: Db,
  tenant: Tenant,
  undoing: Undoing,
  except: readonly string[] = [],
): Promise<number> {
  const {
    id,
    patch: { columns, keys },
  } = undoing
  const restored = tenant
    .update('devices')
    .set({
      ...named(columns, before),
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
    with restored as (${restored}), gone as (
      delete from bulk_rows using restored
      where bulk_rows.bulk_id = ${id} and bulk_rows.device_id = restored.id returning 1)
    select count(*) as count from gone`.execute(tx)
  return rows[0]!.count
}

export async function stagedIds(db: Db, bulk: number): Promise<string[]> {
  const rows = await db.selectFrom('bulk_rows').where('bulk_id', '=', bulk).select('device_id').execute()
  return rows.map(({ device_id }) => device_id)
}

/** How many ids one question about references names. */
const STEP = 5_000

/** @throws Refusal 409 where a field of config refers to one of the devices */
export async function refuseReferred(
  tenant: Tenant,
  db: Db,
  bulk: number,
  config: CompiledConfig,
): Promise<void> {
  const isReferred = Object.values(config.resources).some(({ fields }) =>
    Object.values(fields).some(({ reference, storage }) => reference === 'devices' && storage === 'extra'),
  )
  if (!isReferred) return
  const ids = await stagedIds(db, bulk)
  for (let at = 0; at < ids.length; at += STEP)
    await refuseInUse(tenant, config, {
      resource: 'devices',
      ids: ids.slice(at, at + STEP),
      except: new Map(),
    })
}
