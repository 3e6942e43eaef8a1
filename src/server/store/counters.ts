/**
 * How many devices there are, without counting them (decision 167): `migrations/0018_counts_linked.sql` keeps the sums.
 * Every question is a small sum over the part of the counts that was made for it, and over the differences since.
 */
import { type RawBuilder, sql } from 'kysely'
import { type CountedFigures, type Figure, figuresIn, NAMED_SHARES, type RegionCount } from './countedFigures'
import { readValue } from './counts'
import type { Db } from './database'

/**
 * The part of the data that a caller sees (`scopeOf` of `tenancy.ts`). Vendor 0 is the provider itself: staff of vendor
 * 0 see what belongs to the provider. A guest sees what the clients of its vendor see together, and nothing without a
 * vendor.
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'vendor'; vendor: number }
  | { kind: 'client'; client: number }
  /** The vendor's devices that are given to a client. */
  | { kind: 'guest'; vendor: number }
  | { kind: 'nothing' }

/** What devices are counted by. Absent stands for all. */
export interface CountedBy {
  online?: boolean
  model?: number
  batch?: number
  vendor?: number
  client?: number
  region?: RegionFilter
}

/** A region by its id, or none of these. */
export type RegionFilter = { in: string } | { outside: readonly string[] }

/** Six sums instead of one cube: in a large fleet the cube would have nearly as many rows as there are devices. */
type Part = 'country' | 'vendor' | 'batch' | 'client' | 'vendors' | 'clients'

/** The counts of the devices in a scope. */
export function countersOf(db: Db, scope: Scope) {
  return {
    /** The exact number of devices. */
    async count(by: CountedBy): Promise<number> {
      if (scope.kind === 'nothing') return 0
      return readValue(db, sumOf(rowsOf([partFor(scope, by)], all(within(scope), ...askedOf(by))), by.online))
    },

    /**
     * The number of devices of one batch, as a part of a query.
     *
     * @param batch its id there, such as a column
     */
    ofBatch(batch: RawBuilder<unknown>): RawBuilder<number> {
      if (scope.kind === 'nothing') return sql<number>`0`
      const rows = rowsOf([partFor(scope, { batch: 0 })], all(within(scope), sql`batch_id = ${batch}`))
      return sumOf(rows)
    },

    /** By region. */
    async regions(): Promise<RegionCount[]> {
      if (scope.kind === 'nothing') return []
      const found = await sql<RegionCount>`
        select sido, ${FIGURES} from ${rowsOf([partFor(scope, {})], within(scope))} as counted
          group by sido having sum(devices) > 0 order by sido collate "C"`.execute(db)
      return found.rows
    },

    /** All that the dashboard shows of the nation, of one moment. Who has most comes first. */
    async figures(): Promise<CountedFigures> {
      if (scope.kind === 'nothing') return figuresIn([])
      const kinds = partFor(scope, {})
      const vendors = scope.kind === 'client' ? 'clients' : 'vendors'
      // Read once: there is little to read, and planning it four times would take longer than reading it.
      const { rows } = await sql<Figure>`
        with counted as materialized ${rowsOf([kinds, vendors, 'clients'], within(scope))},
        shares as (
          select 'regions' as of, 0 as id, sido, ${FIGURES} from counted where ${isOf(kinds)} group by sido
          union all
          select 'models', model_id, '', ${FIGURES} from counted where ${isOf(kinds)} group by model_id
          union all
          select 'vendors', vendor_id, '', ${FIGURES} from counted where ${isOf(vendors)} and vendor_id > 0 group by vendor_id
          union all
          select 'clients', client_id, '', ${FIGURES} from counted where ${isOf('clients')} and client_id > 0 group by client_id
        )
        ${NAMED_SHARES}`.execute(db)
      return figuresIn(rows)
    },
  }
}

type CountedScope = Exclude<Scope, { kind: 'nothing' }>

/** The smallest part that knows what is asked by. */
function partFor(scope: CountedScope, { client, batch, vendor }: CountedBy): Part {
  if (scope.kind === 'client' || client !== undefined) return 'client'
  if (batch !== undefined) return 'batch'
  return scope.kind === 'all' && vendor === undefined ? 'country' : 'vendor'
}

/** The counts of some parts, and the differences, which are of no part: rows that only need to be added up. */
function rowsOf(parts: readonly Part[], where: RawBuilder<boolean>): RawBuilder<unknown> {
  const columns = sql`vendor_id, client_id, model_id, sido, devices, linked`
  return sql`(
    select part, ${columns} from device_counts where part in (${sql.join([...new Set(parts)].map(part => sql.lit(part)))}) and ${where}
    union all
    select null, ${columns} from device_count_deltas where ${where}
  )`
}

function sumOf(rows: RawBuilder<unknown>, online?: boolean) {
  const counted = online === undefined ? sql`devices` : online ? sql`linked` : sql`devices - linked`
  return sql<number>`(select coalesce(sum(${counted}), 0)::integer from ${rows} as counted)`
}

const isOf = (part: Part) => sql`(part is null or part = ${sql.lit(part)})`

const FIGURES = sql`sum(devices)::integer as devices, sum(linked)::integer as linked`

function within(scope: CountedScope): RawBuilder<boolean> {
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

/** The conditions by which devices are counted, on rows that have the columns of the table. */
export function askedOf({ model, batch, vendor, client, region }: CountedBy): RawBuilder<boolean>[] {
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

/** Differences that one statement adds to the counts, so that other queries run in between. */
const STEP = 5_000

/**
 * Folds the differences into the counts, so that there are few to add. Safe with several processes on one database.
 *
 * @returns how many differences there were
 */
export async function foldCounters(db: Db): Promise<number> {
  // Asked first: most of the time nothing has changed, and then nothing is written.
  if (!(await readValue(db, sql<boolean>`exists (select from device_count_deltas)`))) return 0
  let all = 0
  for (let folded = STEP; folded >= STEP; all += folded) {
    folded = await readValue(db, sql<number>`fold_device_counts(${STEP})`)
  }
  return all
}

/** Vacuums what the folded differences have left behind. */
export async function tidyDifferences(db: Db): Promise<void> {
  await sql`vacuum device_count_deltas`.execute(db)
}

/** Removes counts of nothing, and vacuums: PGlite has no autovacuum. */
export async function tidyCounters(db: Db): Promise<void> {
  await sql`delete from device_counts where devices = 0 and linked = 0`.execute(db)
  await tidyDifferences(db)
  await sql`vacuum device_counts`.execute(db)
}

/** Rebuilds the counters of all devices; the devices are locked against changes until it ends. */
export async function rebuildCounters(db: Db): Promise<void> {
  await sql`select rebuild_device_counts()`.execute(db)
}

interface WrongCount {
  part: string
  vendor_id: number
  client_id: number
  model_id: number
  batch_id: number
  sido: string
  /** Which of the two numbers of the row. */
  counted: 'devices' | 'linked'
  /** What is kept, and what there is. */
  kept: number
  real: number
}

/** Holds every count against the devices themselves, of one moment. @returns those that are wrong: none */
export async function checkCounters(db: Db): Promise<WrongCount[]> {
  const key = sql`part, vendor_id, client_id, owned, model_id, batch_id, sido`
  const parts = (rows: RawBuilder<unknown>, sign: 1 | -1) => sql`
    select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, devices, linked, ${sql.lit(sign)}
      from ${rows}, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)`
  const real = sql`(
    select vendor_id, coalesce(client_id, 0) as client_id, model_id, coalesce(batch_id, 0) as batch_id,
        coalesce(sido, '') as sido, count(*) as devices, count(*) filter (where online) as linked
      from devices group by 1, 2, 3, 4, 5) as devices_counted`
  const found = await sql<WrongCount>`
    select part, vendor_id, client_id, model_id, batch_id, sido, counted,
        coalesce(sum(value) filter (where sign > 0), 0)::integer as kept,
        coalesce(sum(value) filter (where sign < 0), 0)::integer as real
      from (
        select ${key}, devices, linked, 1 as sign from device_counts
        union all ${parts(sql`device_count_deltas`, 1)}
        union all ${parts(real, -1)}
      ) as compared, lateral (values ('devices', devices), ('linked', linked)) as each(counted, value)
      group by ${key}, counted having sum(value * sign) <> 0 order by ${key}, counted`.execute(db)
  return found.rows
}
