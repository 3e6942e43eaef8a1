/**
 * Counts devices from sums that triggers maintain (decision 167, `migrations/0018_counts_linked.sql`). Each query adds
 * up the rows of one part of `device_counts` and the differences that are not yet folded into it. Folding, tidying and
 * rebuilding include the counts of orders (`orderCounters`).
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders'
import { type CountedFigures, type Figure, figuresIn, NAMED_SHARES, type RegionCount } from './countedFigures'
import { readValue } from './counts'
import type { Db } from './database'
import { PREPARED } from './postgres/prepared'

/**
 * The data that a caller sees (`scopeOf` of `tenancy.ts`). Vendor 0 is the provider, and its staff see the provider's
 * data. A guest sees everything that the clients of its vendor see, and nothing without a vendor.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'vendor'; vendor: number }
  | { kind: 'client'; client: number }
  /** The vendor's devices that are given to a client. */
  | { kind: 'guest'; vendor: number }
  | { kind: 'nothing' }

/** Filters of a count; absent means all. */
export interface CountedBy {
  online?: boolean
  model?: number
  batch?: number
  vendor?: number
  client?: number
  region?: RegionFilter
}

/** Devices in a region, or outside all of these regions. */
export type RegionFilter = { in: string } | { outside: readonly string[] }

/**
 * The maintained sums. Each groups devices by a few columns only: a sum by all columns would have nearly as many rows
 * as a large fleet has devices.
 */
type Part = 'country' | 'vendor' | 'batch' | 'client' | 'vendors' | 'clients'

/** The counts of the devices in a scope. */
export function countersOf(db: Db, scope: Scope) {
  return {
    /** The exact number of devices. */
    async count(by: CountedBy): Promise<number> {
      if (scope.kind === 'nothing') return 0
      return readValue(
        db,
        sumOf(rowsOf([partFor(scope, by)], all(isInScope(scope), ...countConditions(by))), by.online),
        PREPARED,
      )
    },

    /**
     * SQL for the number of devices of a batch.
     *
     * @param batch SQL for its id, such as a column
     */
    ofBatch(batch: RawBuilder<unknown>): RawBuilder<number> {
      if (scope.kind === 'nothing') return sql<number>`0`
      const rows = rowsOf([partFor(scope, { batch: 0 })], all(isInScope(scope), sql`batch_id = ${batch}`))
      return sumOf(rows)
    },

    /** The counts by region; '' for devices without one. */
    async regions(): Promise<RegionCount[]> {
      if (scope.kind === 'nothing') return []
      const { rows } = await sql<RegionCount>`
        select sido, ${FIGURES} from ${rowsOf([partFor(scope, {})], isInScope(scope))} as counted
          group by sido having sum(devices) > 0 order by sido collate "C" ${PREPARED}`.execute(db)
      return rows
    },

    /** The national figures of the dashboard in one snapshot, largest first. */
    async figures(): Promise<CountedFigures> {
      if (scope.kind === 'nothing') return figuresIn([])
      const modelPart = partFor(scope, {})
      const vendorPart = scope.kind === 'client' ? 'clients' : 'vendors'
      // Read once: planning four queries would take longer than reading the few rows.
      const { rows } = await sql<Figure>`
        with counted as materialized ${rowsOf([modelPart, vendorPart, 'clients'], isInScope(scope))},
        shares as (
          select 'regions' as of, 0 as id, sido, ${FIGURES} from counted where ${countsIn(modelPart)} group by sido
          union all
          select 'models', model_id, '', ${FIGURES} from counted where ${countsIn(modelPart)} group by model_id
          union all
          select 'vendors', vendor_id, '', ${FIGURES} from counted where ${countsIn(vendorPart)} and vendor_id > 0 group by vendor_id
          union all
          select 'clients', client_id, '', ${FIGURES} from counted where ${countsIn('clients')} and client_id > 0 group by client_id
        )
        ${NAMED_SHARES} ${PREPARED}`.execute(db)
      return figuresIn(rows)
    },
  }
}

type CountedScope = Exclude<Scope, { kind: 'nothing' }>

/** The smallest part with the columns that the filters need. */
function partFor(scope: CountedScope, { client, batch, vendor }: CountedBy): Part {
  if (scope.kind === 'client' || client !== undefined) return 'client'
  if (batch !== undefined) return 'batch'
  return scope.kind === 'all' && vendor === undefined ? 'country' : 'vendor'
}

/** The rows to add up: counts of these parts, and the differences, which belong to no part. */
function rowsOf(parts: readonly Part[], where: RawBuilder<boolean>): RawBuilder<unknown> {
  const columns = sql`vendor_id, client_id, model_id, sido, devices, linked`
  return sql`(
    select part, ${columns} from device_counts where part in (${sql.join([...new Set(parts)].map(part => sql.lit(part)))}) and ${where}
    union all
    select null, ${columns} from device_count_deltas where ${where}
  )`
}

/** @param online counts only devices that are (or are not) online; default: all */
function sumOf(rows: RawBuilder<unknown>, online?: boolean) {
  let figure = sql`devices`
  if (online !== undefined) figure = online ? sql`linked` : sql`devices - linked`
  return sql<number>`(select coalesce(sum(${figure}), 0)::integer from ${rows} as counted)`
}

/** Whether a row counts in this part: it is of the part, or a difference, which counts in every part. */
const countsIn = (part: Part) => sql`(part is null or part = ${sql.lit(part)})`

const FIGURES = sql`sum(devices)::integer as devices, sum(linked)::integer as linked`

function isInScope(scope: CountedScope): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'all':
      return sql`true`
    case 'vendor':
      return sql`vendor_id = ${scope.vendor}`
    case 'client':
      return sql`client_id = ${scope.client}`
    case 'guest':
      return sql`vendor_id = ${scope.vendor} and owned`
  }
}

/** SQL for the filters, on rows with the columns of `devices`. */
export function countConditions({ model, batch, vendor, client, region }: CountedBy): RawBuilder<boolean>[] {
  const columns = { model_id: model, batch_id: batch, vendor_id: vendor, client_id: client }
  const conditions = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`)
  return region ? [...conditions, inRegion(sql`sido`, region)] : conditions
}

/** Whether a device is in a region, by its column. */
export function inRegion(sido: RawBuilder<unknown>, region: RegionFilter): RawBuilder<boolean> {
  if ('in' in region) return sql`${sido} = ${region.in}`
  if (region.outside.length === 0) return sql`true`
  return sql`(${sido} is null or ${sido} not in (${sql.join(region.outside)}))`
}

const all = (...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> => sql.join(conditions, sql` and `)

/** Differences folded per statement, so that other queries run in between. */
const DIFFERENCES_PER_STEP = 5_000

/**
 * Folds the differences into the counts, so that there are few to add. Safe with several processes on one database.
 *
 * @returns the number of folded differences
 */
export async function foldCounters(db: Db): Promise<number> {
  let total = 0
  for (const counted of COUNTED) {
    const differences = sql.raw(`${counted}_count_deltas`)
    // Usually nothing has changed, so check first to avoid writing.
    if (!(await readValue(db, sql<boolean>`exists (select from ${differences})`))) continue
    const fold = sql<number>`${sql.raw(`fold_${counted}_counts`)}(${DIFFERENCES_PER_STEP})`
    for (let folded = DIFFERENCES_PER_STEP; folded >= DIFFERENCES_PER_STEP; total += folded)
      folded = await readValue(db, fold)
  }
  return total
}

const COUNTED = ['device', 'order'] as const

/** Vacuums the tables of differences. */
export async function tidyDifferences(db: Db): Promise<void> {
  for (const counted of COUNTED) await sql`vacuum ${sql.raw(`${counted}_count_deltas`)}`.execute(db)
}

/** Deletes zero counts, and vacuums: PGlite has no autovacuum. */
export async function tidyCounters(db: Db): Promise<void> {
  await sql`delete from device_counts where devices = 0 and linked = 0`.execute(db)
  await sql`delete from order_counts where orders = 0`.execute(db)
  await tidyDifferences(db)
  for (const counted of COUNTED) await sql`vacuum ${sql.raw(`${counted}_counts`)}`.execute(db)
}

/** Rebuilds all counts. Changes of devices and orders wait until the end. */
export async function rebuildCounters(db: Db): Promise<void> {
  for (const counted of COUNTED) await sql`select ${sql.raw(`rebuild_${counted}_counts`)}()`.execute(db)
}

interface WrongCount {
  part: string
  vendor_id: number
  client_id: number
  model_id: number
  batch_id: number
  sido: string
  /** The column that is wrong. */
  counted: 'devices' | 'linked'
  maintained: number
  actual: number
}

/** Compares all counts with the devices in one snapshot. @returns the wrong ones */
export async function checkCounters(db: Db): Promise<WrongCount[]> {
  const key = sql`part, vendor_id, client_id, owned, model_id, batch_id, sido`
  /** The rows spread over all parts; a negative sign subtracts them. */
  const parts = (rows: RawBuilder<unknown>, sign: 1 | -1) => sql`
    select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, devices, linked, ${sql.lit(sign)}
      from ${rows}, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)`
  const actualCounts = sql`(
    select vendor_id, coalesce(client_id, 0) as client_id, model_id, coalesce(batch_id, 0) as batch_id,
        coalesce(sido, '') as sido, count(*) as devices, count(*) filter (where online) as linked
      from devices group by 1, 2, 3, 4, 5) as devices_counted`
  const { rows } = await sql<WrongCount>`
    select part, vendor_id, client_id, model_id, batch_id, sido, counted,
        coalesce(sum(value) filter (where sign > 0), 0)::integer as maintained,
        coalesce(sum(value) filter (where sign < 0), 0)::integer as actual
      from (
        select ${key}, devices, linked, 1 as sign from device_counts
        union all ${parts(sql`device_count_deltas`, 1)}
        union all ${parts(actualCounts, -1)}
      ) as compared, lateral (values ('devices', devices), ('linked', linked)) as each(counted, value)
      group by ${key}, counted having sum(value * sign) <> 0 order by ${key}, counted`.execute(db)
  return rows
}

/** Orders of a status, from sums that triggers maintain (`migrations/0040_order_counts.sql`). */
interface StatusCount {
  status: OrderStatus
  count: number
}

/**
 * The orders in scope by status.
 *
 * @param inScope condition on the columns `vendor_id` and `sender_id` of `orders`
 */
export async function countedOrders(db: Db, inScope: RawBuilder<SqlBool>): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select orders.status, sum(orders.orders)::integer as count from (
        select vendor_id, sender_id, status, orders from order_counts
        union all select vendor_id, sender_id, status, orders from order_count_deltas
      ) as orders where ${inScope} group by orders.status having sum(orders.orders) > 0 ${PREPARED}`.execute(
    db,
  )
  return rows
}

/** Compares the counts with the orders in one snapshot. @returns the wrong ones */
export async function checkOrderCounts(db: Db) {
  const { rows } = await sql<{
    vendor_id: number
    sender_id: number
    status: string
    maintained: number
    actual: number
  }>`
    select vendor_id, sender_id, status, sum(maintained)::integer as maintained, sum(actual)::integer as actual from (
        select vendor_id, sender_id, status, orders as maintained, 0 as actual from order_counts
        union all select vendor_id, sender_id, status, orders, 0 from order_count_deltas
        union all select vendor_id, coalesce(sender_id, 0), status, 0, 1 from orders
      ) as compared
      group by 1, 2, 3 having sum(maintained) <> sum(actual) order by 1, 2, 3`.execute(db)
  return rows
}
