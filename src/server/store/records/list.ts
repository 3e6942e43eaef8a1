/** Reads a page of records, and the exact number of all matching records. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import { countRows } from '../counts'
import { allOf } from '../sql'
import type { Tenant } from '../tenancy'
import type { OmittedPictures } from './pictures'

type Conditions = readonly RawBuilder<boolean>[]

export interface RecordOrder {
  /** The sort expression; `undefined`: by id only. */
  by: RawBuilder<unknown> | undefined
  isAscending: boolean
  /** Whether the sort expression is never null. */
  isNeverNull?: boolean
}

export interface Paging {
  /** Zero-based. */
  offset: number
  limit: number
}

export interface RecordPaging extends Paging {
  order: RecordOrder
}

/** The rows that a list reads, with the alias `row` in conditions and order. */
export interface ListSource<Row> {
  /** The rows in scope, without the pictures of `omitted`. */
  rows: (omitted?: OmittedPictures) => AliasableExpression<Row>
  omitted: OmittedPictures
  /** Conditions of the list itself, added to the conditions of the query. */
  within?: Conditions
  /** Whether to count in a separate query: an index finds the page long before all rows are counted. */
  isCountedSeparately?: boolean
  /** A faster count, such as a maintained counter. */
  count?: () => Promise<number>
}

/** The rows of the page, and the number of all matching rows. */
export async function listPage<Row>(
  tenant: Tenant,
  list: ListSource<Row>,
  conditions: Conditions,
  { order, offset, limit }: RecordPaging,
): Promise<{ rows: Row[]; count: number }> {
  const query = matching(tenant, list, conditions)
  const request = { tenant, source: list, conditions, order }
  const ids = matchingIds(request).limit(limit).offset(offset)
  const countMatching = () => countRows(query)
  if (list.isCountedSeparately || conditions.length === 0) {
    const count = await (list.count ?? countMatching)()
    if (offset >= count) return { rows: [], count }
    // Reads only ids up to the page, and complete rows only of the page.
    if (list.isCountedSeparately) return { rows: await readRows(request, isIn(ids)), count }
    // Without conditions an index gives the order, so the rows can be read at once.
    const rows = matching(tenant, list, [], list.omitted).selectAll().orderBy(orderOf(order))
    return { rows: (await rows.limit(limit).offset(offset).execute()) as Row[], count }
  }
  // A search reads every row, so one query returns both page and count.
  const hits = await ids.select(sql<number>`count(*) over ()`.as('count')).execute()
  if (!hits[0]) return { rows: [], count: offset === 0 ? 0 : await countMatching() }
  const isHit = isIn(sql`(${sql.join(hits.map(({ id }) => id))})`)
  return { rows: await readRows(request, isHit), count: hits[0].count }
}

interface ListRequest<Row> {
  tenant: Tenant
  source: ListSource<Row>
  conditions: Conditions
}

interface OrderedRequest<Row> extends ListRequest<Row> {
  order: RecordOrder
}

/** The number of matching rows. */
export const countList = <Row>({ tenant, source, conditions }: ListRequest<Row>): Promise<number> =>
  (source.count ?? (() => countRows(matching(tenant, source, conditions))))()

/** The number of matching rows: exact if the source keeps a count, else no higher than `max`. */
export async function countUpTo<Row>(
  { tenant, source, conditions }: ListRequest<Row>,
  max: number,
): Promise<{ count: number; more: boolean }> {
  if (source.count) return { count: await source.count(), more: false }
  const limited = tenant.from(
    matching(tenant, source, conditions)
      .select(sql<number>`"row".id`.as('id'))
      .limit(max + 1),
  )
  const found = await countRows(limited)
  return { count: Math.min(found, max), more: found > max }
}

/** The ids of all matching rows with their position, from 1. */
export const numberedIds = <Row>({ tenant, source, conditions, order }: OrderedRequest<Row>) =>
  matching(tenant, source, conditions).select([
    sql<number>`"row".id`.as('id'),
    sql<number>`row_number() over (order by ${orderOf(order)})`.as('number'),
  ])

/** The ids of all matching rows, sorted. */
const matchingIds = <Row>({ tenant, source, conditions, order }: OrderedRequest<Row>) =>
  matching(tenant, source, conditions).select(sql<number>`"row".id`.as('id')).orderBy(orderOf(order))

/** All matching rows, sorted. */
export async function listAll<Row>(
  tenant: Tenant,
  source: ListSource<Row>,
  conditions: Conditions,
  order: RecordOrder,
): Promise<Row[]> {
  const request = { tenant, source, conditions, order }
  const ids = matching(tenant, source, conditions).select(sql<number>`"row".id`.as('id'))
  return readRows(request, conditions.length > 0 && isIn(ids))
}

const isIn = (ids: RawBuilder<unknown> | AliasableExpression<unknown>) => sql<boolean>`"row".id in ${ids}`

/**
 * Reads rows without their pictures, sorted. The condition itself may test pictures.
 *
 * @param condition false: all rows
 */
export async function readRows<Row>(
  { tenant, source, order }: Omit<OrderedRequest<Row>, 'conditions'>,
  condition: RawBuilder<boolean> | false,
): Promise<Row[]> {
  const query = matching(tenant, source, condition ? [condition] : [], source.omitted)
  return (await query.selectAll().orderBy(orderOf(order)).execute()) as Row[]
}

const matching = <Row>(
  tenant: Tenant,
  { rows, within = [] }: ListSource<Row>,
  conditions: Conditions,
  omitted?: OmittedPictures,
) => tenant.from(rows(omitted)).where(allOf([...within, ...conditions]))

/** The ids of matching rows, sorted, at most `limit`. */
export async function listIds<Row>(
  { tenant, source, conditions }: ListRequest<Row>,
  limit: number,
): Promise<number[]> {
  const ids = matching(tenant, source, conditions).select(sql<number>`"row".id`.as('id'))
  const rows = await ids.orderBy(sql`"row".id`).limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** A query of the rows of a list, with the alias `row`. */
export type MatchingRows = ReturnType<typeof matching<object>>

/** All matching rows, unsorted. */
export const matchingRows = <Row>({ tenant, source, conditions }: ListRequest<Row>) =>
  matching(tenant, source, conditions) as unknown as MatchingRows

/**
 * Nulls sort lowest; equal values sort by id. Writes NULLS FIRST or LAST only for expressions that may be null: for the
 * others PostgreSQL would no longer use the index.
 */
function orderOf({ by, isAscending, isNeverNull }: RecordOrder): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`
  if (!by) return sql`"row".id ${direction}`
  const nullsLowest = isAscending ? sql` nulls first` : sql` nulls last`
  return sql`${by} ${direction}${isNeverNull ? sql`` : nullsLowest}, "row".id ${direction}`
}
