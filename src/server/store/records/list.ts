/** A page of records: filtered, ordered, cut, and counted exactly. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../tenancy'
import type { Unread } from './pictures'
import { type RecordRow, recordQuery } from './rows'

export interface RecordOrder {
  /** Nothing: by the id alone. */
  by: RawBuilder<unknown> | undefined
  ascending: boolean
  /** Every row has one. */
  present?: boolean
}

export interface RecordPaging {
  order: RecordOrder
  /** Of the first row, from 0. */
  offset: number
  limit: number
}

/** What a list reads: its rows, whole or without their pictures. Conditions look at the whole, nobody is given it. */
export interface Listed<Row> {
  rows: (unread?: Unread) => AliasableExpression<Row>
  unread: Unread
}

/** A page of the records of a resource, and how many there are on all pages. */
export function listRecords(
  tenant: Tenant,
  unread: Unread,
  conditions: readonly RawBuilder<boolean>[],
  paging: RecordPaging,
): Promise<{ rows: RecordRow[]; count: number }> {
  const rows = (without?: Unread) => recordQuery(tenant, unread.resource, without)
  return listPage(tenant, { rows, unread }, conditions, paging)
}

/** The rows of the page, and how many there are on all pages. Conditions and order call the rows `row`. */
export async function listPage<Row>(
  tenant: Tenant,
  { rows, unread }: Listed<Row>,
  conditions: readonly RawBuilder<boolean>[],
  { order, offset, limit }: RecordPaging,
): Promise<{ rows: Row[]; count: number }> {
  const query = matching(tenant, rows(), conditions)
  const counted = () =>
    query
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
      .then(row => row.count)
  if (conditions.length === 0) {
    // An index gives the first rows of an order at once; one pass would sort all of them.
    const count = await counted()
    if (offset >= count) return { rows: [], count }
    const page = await matching(tenant, rows(unread), [])
      .selectAll()
      .orderBy(orderOf(order))
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows: page as Row[], count }
  }
  // A search reads every row: once, for the page and for the count.
  const hits = await query
    .select([sql<number>`"row".id`.as('id'), sql<number>`count(*) over ()`.as('count')])
    .orderBy(orderOf(order))
    .limit(limit)
    .offset(offset)
    .execute()
  const [first] = hits
  if (!first) return { rows: [], count: offset === 0 ? 0 : await counted() }
  const ids = sql.join(hits.map(({ id }) => id))
  const page = await matching(tenant, rows(unread), [sql`"row".id in (${ids})`])
    .selectAll()
    .orderBy(orderOf(order))
    .execute()
  return { rows: page as Row[], count: first.count }
}

/** All rows that match, in that order. */
export async function listAll<Row>(
  tenant: Tenant,
  { rows, unread }: Listed<Row>,
  conditions: readonly RawBuilder<boolean>[],
  order: RecordOrder,
): Promise<Row[]> {
  const isWhole = unread.left.length === 0 || conditions.length === 0
  const hits = matching(tenant, rows(), conditions).select(sql<number>`"row".id`.as('id'))
  const query = matching(tenant, rows(unread), isWhole ? conditions : [sql`"row".id in (${hits})`])
  return (await query.selectAll().orderBy(orderOf(order)).execute()) as Row[]
}

function matching<Row>(
  tenant: Tenant,
  rows: AliasableExpression<Row>,
  conditions: readonly RawBuilder<boolean>[],
) {
  return tenant.among(rows).where(sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`)
}

/**
 * What is absent counts as earliest and lowest; equals keep the order in which they were made. NULLS FIRST is named only where
 * a value can be absent: an index in the usual order would not serve it.
 */
function orderOf({ by, ascending, present }: RecordOrder): RawBuilder<unknown> {
  const way = ascending ? sql`asc` : sql`desc`
  if (!by) return sql`"row".id ${way}`
  const absent = present ? sql`` : ascending ? sql` nulls first` : sql` nulls last`
  return sql`${by} ${way}${absent}, "row".id ${way}`
}
