/** A page of records: filtered, ordered, cut, and counted exactly. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import { countRows } from '../counts'
import { allOf } from '../sql'
import type { Tenant } from '../tenancy'
import type { OmittedPictures } from './pictures'

type Conditions = readonly RawBuilder<boolean>[]

export interface RecordOrder {
  /** `undefined`: by the id alone. */
  by: RawBuilder<unknown> | undefined
  ascending: boolean
  /** Never null. */
  present?: boolean
}

export interface Paging {
  /** The number of the first row, from 0. */
  offset: number
  limit: number
}

export interface RecordPaging extends Paging {
  order: RecordOrder
}

/** What a list reads. Conditions and order call the rows `row`. */
export interface ListSource<Row> {
  /** The rows in scope; with `omitted` without those pictures. */
  rows: (omitted?: OmittedPictures) => AliasableExpression<Row>
  omitted: OmittedPictures
  /** Conditions of the list itself, in addition to those of the query. */
  within?: Conditions
  /** Large tables are counted in a query of their own: an index gives a page long before all rows are read. */
  isLarge?: boolean
  /** How many rows match, where that is known without counting them. */
  count?: () => Promise<number>
}

/** The rows of the page, and how many there are on all pages. */
export async function listPage<Row>(
  tenant: Tenant,
  list: ListSource<Row>,
  conditions: Conditions,
  { order, offset, limit }: RecordPaging,
): Promise<{ rows: Row[]; count: number }> {
  const query = matching(tenant, list, conditions)
  const wanted = { tenant, source: list, conditions, order }
  const ids = matchingIds(wanted).limit(limit).offset(offset)
  const counted = () => countRows(query)
  if (list.isLarge || conditions.length === 0) {
    const count = await (list.count ?? counted)()
    if (offset >= count) return { rows: [], count }
    // Only the rows of the page are read whole, however deep it lies.
    if (list.isLarge) return { rows: await readRows(wanted, isIn(ids)), count }
    // An index gives the first rows of an order at once.
    const rows = matching(tenant, list, [], list.omitted).selectAll().orderBy(orderOf(order))
    return { rows: (await rows.limit(limit).offset(offset).execute()) as Row[], count }
  }
  // A search reads every row: once, for the page and for the count.
  const hits = await ids.select(sql<number>`count(*) over ()`.as('count')).execute()
  if (!hits[0]) return { rows: [], count: offset === 0 ? 0 : await counted() }
  const found = isIn(sql`(${sql.join(hits.map(({ id }) => id))})`)
  return { rows: await readRows(wanted, found), count: hits[0].count }
}

/** The request for a list. */
interface Wanted<Row> {
  tenant: Tenant
  source: ListSource<Row>
  conditions: Conditions
}

interface Ordered<Row> extends Wanted<Row> {
  order: RecordOrder
}

/** How many rows match. */
export const countList = <Row>({ tenant, source, conditions }: Wanted<Row>): Promise<number> =>
  (source.count ?? (() => countRows(matching(tenant, source, conditions))))()

/** The ids of all rows that match, each with its place in that order, from 1. */
export const numberedIds = <Row>({ tenant, source, conditions, order }: Ordered<Row>) =>
  matching(tenant, source, conditions).select([
    sql<number>`"row".id`.as('id'),
    sql<number>`row_number() over (order by ${orderOf(order)})`.as('number'),
  ])

/** The ids of all rows that match, in that order. */
const matchingIds = <Row>({ tenant, source, conditions, order }: Ordered<Row>) =>
  matching(tenant, source, conditions).select(sql<number>`"row".id`.as('id')).orderBy(orderOf(order))

/** All rows that match, in that order. */
export async function listAll<Row>(
  tenant: Tenant,
  source: ListSource<Row>,
  conditions: Conditions,
  order: RecordOrder,
): Promise<Row[]> {
  const list = { tenant, source, conditions, order }
  const ids = matching(tenant, source, conditions).select(sql<number>`"row".id`.as('id'))
  return readRows(list, conditions.length > 0 && isIn(ids))
}

const isIn = (ids: RawBuilder<unknown> | AliasableExpression<unknown>) => sql<boolean>`"row".id in ${ids}`

/**
 * The rows of which this holds, or all. Conditions may look at pictures (is there one?), but lists do not return them.
 */
export async function readRows<Row>(
  { tenant, source, order }: Omit<Ordered<Row>, 'conditions'>,
  holds: RawBuilder<boolean> | false,
): Promise<Row[]> {
  const query = matching(tenant, source, holds ? [holds] : [], source.omitted)
  return (await query.selectAll().orderBy(orderOf(order)).execute()) as Row[]
}

const matching = <Row>(
  tenant: Tenant,
  { rows, within = [] }: ListSource<Row>,
  conditions: Conditions,
  omitted?: OmittedPictures,
) => tenant.from(rows(omitted)).where(allOf([...within, ...conditions]))

/**
 * Null sorts lowest, and equal values by id. Uses NULLS FIRST and LAST only for nullable columns; otherwise the index
 * would not be used.
 */
function orderOf({ by, ascending, present }: RecordOrder): RawBuilder<unknown> {
  const way = ascending ? sql`asc` : sql`desc`
  if (!by) return sql`"row".id ${way}`
  const absent = present ? sql`` : ascending ? sql` nulls first` : sql` nulls last`
  return sql`${by} ${way}${absent}, "row".id ${way}`
}
