/** Reads a page of records, and the exact number of all matching records. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import { countRows } from '../counts'
import { prepared } from '../postgres/prepared'
import { allOf } from '../sql'
import type { Tenant } from '../tenancy'
import type { SqlColumn } from './columns'
import type { OmittedPictures } from './pictures'

type Conditions = readonly RawBuilder<boolean>[]

export interface RecordOrder {
  /** The sort expression; `undefined`: by id only. */
  by: RawBuilder<unknown> | undefined
  isAscending: boolean
  /** Whether the sort expression is never null. */
  isNeverNull?: boolean
  /** Sorts by the name of a referenced record: the reference. Equal names sort by reference. */
  nameOf?: SqlColumn['nameOf']
  /** Whether the sort expression may need joined columns. */
  needsJoins?: boolean
}

export interface Paging {
  /** Zero-based. */
  offset: number
  limit: number
}

export interface RecordPaging extends Paging {
  order: RecordOrder
  /** Matching rows are counted one by one up to this number. Default: all of them. */
  maxCount?: number | undefined
}

/** The rows that a list reads, with the alias `row` in conditions and order. */
export interface ListSource<Row> {
  /** The rows in scope, without the pictures of `omitted`. */
  rows: (omitted?: OmittedPictures) => AliasableExpression<Row>
  /** The same rows without joins, if there may be millions of them and the conditions need no join. */
  bareRows?: (() => AliasableExpression<unknown>) | undefined
  /** Whether the bare rows are a large part of all rows, so that an index finds some of them soon. */
  isLargePart?: boolean
  /** Whether an index of the conditions has the bare rows in the order of their ids. */
  isIndexedById?: boolean
  omitted: OmittedPictures
  /** Conditions of the list itself, added to the conditions of the query. */
  within?: Conditions
  /** Whether to count in a separate query: an index finds the page long before all rows are counted. */
  isCountedSeparately?: boolean
  /** A faster count, such as a maintained counter. */
  count?: () => Promise<number>
  /** The lists of which one plan fits the first page and the count (`prepared`). */
  prepares?: 'every filter' | 'no filter'
}

interface Page<Row> {
  rows: Row[]
  /** The number of all matching rows. */
  count: number
  /** More rows than `count` match. */
  atLeast?: true
}

/** The rows of the page, and the number of all matching rows. */
export async function listPage<Row>(
  tenant: Tenant,
  list: ListSource<Row>,
  conditions: Conditions,
  { order, offset, limit, maxCount }: RecordPaging,
): Promise<Page<Row>> {
  const source = order.needsJoins ? { ...list, bareRows: undefined } : list
  const request = { tenant, source, conditions, order }
  const countMatching =
    list.count ?? (() => countRows(preparedFor(request, matching(tenant, list, conditions))))
  const isSearch = !list.isCountedSeparately && conditions.length > 0
  const found = isSearch ? await searchPage(request, { offset, limit }) : undefined
  if (found) return found
  // An index finds the first rows by id at once, if there are no conditions.
  if (offset === 0 && conditions.length === 0 && !(source.bareRows && order.by)) {
    const [rows, count] = await Promise.all([readPage(request, { offset, limit }), countMatching()])
    return { rows, count }
  }
  if (maxCount !== undefined && !list.count && conditions.length > 0 && offset + limit <= maxCount) {
    // `pageOfIds` finds so few rows before it sorts them, unless they stand in order in an index.
    const isInOrder = !order.by && source.isIndexedById
    const bound = isInOrder ? maxCount : Math.max(maxCount, order.by ? MAX_SORTED_PART : MAX_SORTED)
    const { count, more } = await countUpTo({ tenant, source: list, conditions }, bound)
    const rows = offset < count ? await readPage(request, { offset, limit }, more ? undefined : count) : []
    return more || count > maxCount ? { rows, count: maxCount, atLeast: true } : { rows, count }
  }
  const count = await countMatching()
  if (offset >= count) return { rows: [], count }
  return { rows: await readPage(request, { offset, limit }, count), count }
}

/** Reads page and count by one query; `undefined` beyond the last page, and for many of millions of rows. */
async function searchPage<Row>(
  request: OrderedRequest<Row>,
  { offset, limit }: Paging,
): Promise<{ rows: Row[]; count: number } | undefined> {
  const max = request.source.bareRows ? MAX_SORTED : Number.POSITIVE_INFINITY
  const ids = matchingIds(foundFirst(request, max + 1))
    .limit(limit)
    .offset(offset)
  const hits = await ids.select(sql<number>`count(*) over ()`.as('count')).execute()
  const count = hits[0]?.count ?? 0
  if (count > max || (count === 0 && offset > 0)) return undefined
  if (count === 0) return { rows: [], count }
  const isHit = isIn(sql`(${sql.join(hits.map(({ id }) => id))})`)
  return { rows: await readRows(request, isHit), count }
}

/**
 * How to reach a page: a page of the second half is reached from the end. Like any offset, it moves when rows are added
 * or removed.
 *
 * @param count the number of all rows, if it is known
 * @returns `skipped`: rows before the page, from that end; `rows` of the page
 */
export function nearestPage({ offset, limit }: Paging, count = Number.POSITIVE_INFINITY) {
  const rows = Math.max(0, Math.min(limit, count - offset))
  const after = count - offset - rows
  const isFromEnd = after < offset
  return { isFromEnd, skipped: isFromEnd ? after : offset, rows }
}

/**
 * Reads only ids up to the page, and complete rows only of the page.
 *
 * @param count the number of matching rows, if the page is not the first
 */
async function readPage<Row>(
  request: OrderedRequest<Row>,
  paging: Paging,
  count = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const { order } = request
  const { isFromEnd, skipped, rows } = nearestPage(paging, count)
  const ids = pageOfIds(
    isFromEnd ? { ...request, order: { ...order, isAscending: !order.isAscending } } : request,
    { offset: skipped, limit: rows },
    count,
  )
  const query = rowsQuery(request, isIn(ids))
  const isUsual = skipped === 0 && USUAL_LIMITS.includes(rows)
  return (await (isUsual ? preparedFor(request, query) : query).execute()) as Row[]
}

/** The limits of pages that are prepared: the limit is part of the statement, and only some statements are prepared. */
export const USUAL_LIMITS: readonly number[] = [5, 10, 20, 25, 50, 100]

/** Prepares a query of a list if one plan fits it. */
const preparedFor = <Query extends Parameters<typeof prepared>[0]>(
  { source: { prepares }, conditions }: ListRequest<unknown>,
  query: Query,
): Query => (prepares === 'every filter' || (prepares && conditions.length === 0) ? prepared(query) : query)

/**
 * Up to this number of rows, finding all of them and sorting them is faster than looking for them in the order of an
 * index, which may have all other rows first.
 */
const MAX_SORTED = 20_000
/** The same for a small part of all rows, which may all stand at the end of the index. */
const MAX_SORTED_PART = 60_000

/** SQL for the ids of a page in parentheses. */
function pageOfIds<Row>(
  request: OrderedRequest<Row>,
  { offset, limit }: Paging,
  count: number,
): RawBuilder<unknown> {
  const { source, conditions, order } = request
  const page = sql`limit ${sql.lit(limit)}${offset === 0 ? sql`` : sql` offset ${offset}`}`
  if (!source.bareRows) return sql`(${matchingIds(request)} ${page})`
  const isWhole = source.isLargePart && conditions.length === 0 && !order.nameOf
  const isIndexed = order.by ? isWhole : source.isIndexedById
  const max = order.by && !source.isLargePart ? MAX_SORTED_PART : MAX_SORTED
  if (count <= max && !isIndexed) return sql`(${matchingIds(foundFirst(request))} ${page})`
  const bare = { ...request, source: { ...source, rows: source.bareRows } }
  if (!order.nameOf) return sql`(${matchingIds(bare)} ${page})`
  return source.isLargePart
    ? sql`(${idsByName(bare, order.nameOf, offset + limit)} ${page})`
    : sql`(${matchingIds(request)} ${page})`
}

/**
 * The request for rows that are found before they are sorted: the limit keeps PostgreSQL from doing both at once.
 *
 * @param max how many rows are found at most; default: all
 */
function foundFirst<Row>(
  request: OrderedRequest<Row>,
  max = Number.POSITIVE_INFINITY,
): OrderedRequest<unknown> {
  const { tenant, source, conditions, order } = request
  const rows = order.nameOf ? source.rows : (source.bareRows ?? source.rows)
  const all = matching(tenant, { ...source, rows }, conditions)
    .selectAll('row')
    .offset(sql.lit(0))
  const found = Number.isFinite(max) ? all.limit(sql.lit(max)) : all
  return { ...request, source: { ...source, rows: () => found, within: [] }, conditions: [] }
}

/**
 * SQL for the ids by the name of a referenced record: reads the few referenced records in order, and by an index the
 * first rows of each. Rows without a reference come first or last.
 *
 * @param max how many ids are needed at most
 */
function idsByName<Row>(
  { tenant, source, conditions, order: { isAscending } }: OrderedRequest<Row>,
  { table, column }: NonNullable<RecordOrder['nameOf']>,
  max: number,
): RawBuilder<unknown> {
  const reference = sql.ref(`row.${column}`)
  const direction = isAscending ? sql`asc` : sql`desc`
  const nulls = isAscending ? sql`nulls first` : sql`nulls last`
  const first = sql`limit ${sql.lit(max)}`
  const rowsWhere = (condition: RawBuilder<boolean>) => matching(tenant, source, [condition, ...conditions])
  const listed = rowsWhere(sql`${reference} = named.id`)
    .select(sql`"row".id`.as('id'))
    .orderBy(sql`"row".id ${direction}`)
  const unnamed = rowsWhere(sql`${reference} is null`)
    .select([sql`null`.as('name'), sql`null::integer`.as('reference'), sql`"row".id`.as('id')])
    // By the reference too, which is always null: only then the index of the reference gives the order.
    .orderBy(sql`${reference} ${direction}, "row".id ${direction}`)
  const all = tenant
    .unscoped(table)
    .select([sql.ref(`${table}.id`).as('id'), sql.ref(`${table}.name`).as('name')])
  return sql`
    select id from (
      (select named.name, named.id as reference, listed.id
        from (${all}) as named cross join lateral (${listed} ${first}) as listed
        order by named.name collate "C" ${direction}, named.id ${direction}, listed.id ${direction} ${first})
      union all (${unnamed} ${first})
    ) as found order by name collate "C" ${direction} ${nulls}, reference ${direction} ${nulls}, id ${direction}`
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
  return (await rowsQuery({ tenant, source, order }, condition).execute()) as Row[]
}

const rowsQuery = <Row>(
  { tenant, source, order }: Omit<OrderedRequest<Row>, 'conditions'>,
  condition: RawBuilder<boolean> | false,
) =>
  matching(tenant, source, condition ? [condition] : [], source.omitted)
    .selectAll()
    .orderBy(orderOf(order))

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
function orderOf({ by, isAscending, isNeverNull, nameOf }: RecordOrder): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`
  if (!by) return sql`"row".id ${direction}`
  const nullsLowest = isAscending ? sql` nulls first` : sql` nulls last`
  const byReference = nameOf ? sql`, ${sql.ref(`row.${nameOf.column}`)} ${direction}${nullsLowest}` : sql``
  return sql`${by} ${direction}${isNeverNull ? sql`` : nullsLowest}${byReference}, "row".id ${direction}`
}
