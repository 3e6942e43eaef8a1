/** Lists the orders in scope with the caller's marks, and counts them by status (§2, decisions 6 and 32). */
import { type RawBuilder, sql } from 'kysely'
import type { Method } from '../../../contract/methods'
import type { Order, OrderCounts } from '../../../contract/orders'
import { choiceTitles } from '../../../domain/methodInput'
import { ORDER_STATUSES, type OrderStatus } from '../../../domain/orders'
import { isObject } from '../../../domain/own'
import { countRows } from '../counts'
import { readContent } from '../methodContent'
import { prepared } from '../postgres/prepared'
import type { WholeList } from '../records/everyRow'
import { nearestPage, type Paging, USUAL_LIMITS } from '../records/list'
import { conceal } from '../records/reach'
import type { View } from '../records/visible'
import { allOf, containing, inIds } from '../sql'
import type { Tenant } from '../tenancy'
import { type MarkedOrder, markedOrders, toOrder, withFiguresInScope } from './orderWire'

export interface OrderFilters {
  /** `undefined` for all. */
  status?: OrderStatus
  /** Case-insensitive search in title, content and sender; empty for all. */
  search: string
  /** Only orders that the caller has archived. */
  archived: boolean
  /** Conditions on times and added fields, which refer to `row`. */
  rowFilters: {
    conditions: readonly RawBuilder<boolean>[]
    /** Condition that an added field contains the search text; absent if none is searched. */
    search: RawBuilder<boolean> | undefined
  }
}

/** A page of the matching orders in scope, newest first, and the number of all matching orders. */
export async function listOrders(
  tenant: Tenant,
  filters: OrderFilters,
  { offset, limit }: Paging,
  view: View,
): Promise<{ count: number; data: Order[] }> {
  const counting = countMatching(tenant, filters)
  const readFrom = (count?: number) => readPage(tenant, filters, { offset, limit }, count)
  const [rows, count] =
    offset === 0
      ? await Promise.all([readFrom(), counting])
      : await counting.then(async total => [await readFrom(total), total] as const)
  const orders = (await withFiguresInScope(tenant, rows)).map(row => toOrder(row, view))
  return { count, data: await conceal(tenant, view.resource, orders) }
}

/** Reads only ids up to the page, and complete rows only of the page. @param count if the page is not the first */
async function readPage(
  tenant: Tenant,
  filters: OrderFilters,
  paging: Paging,
  count?: number,
): Promise<MarkedOrder[]> {
  const { isFromEnd, skipped, rows } = nearestPage(paging, count)
  if (rows <= 0) return []
  const ids = listedIds(tenant, filters)
    .orderBy('orders.id', isFromEnd ? 'asc' : 'desc')
    .limit(sql.lit(rows))
  const page = markedOrders(tenant)
    .where('orders.id', 'in', skipped === 0 ? ids : ids.offset(skipped))
    .orderBy('orders.id', 'desc')
  const isUsual = skipped === 0 && USUAL_LIMITS.includes(rows)
  const isPrepared =
    isUsual && !tenant.isRuled && !filters.search && filters.rowFilters.conditions.length === 0
  return (isPrepared ? prepared(page) : page).execute()
}

/**
 * All matching orders, to be read in chunks; convert each row with `toOrder`.
 *
 * @param without ids of orders to leave out
 */
export const allOrders = (
  tenant: Tenant,
  filters: OrderFilters,
  without: readonly number[],
): WholeList<MarkedOrder> => ({
  tenant,
  source: {
    rows: () => markedOrders(tenant),
    omitted: { resource: 'orders', fields: [], named: [] },
    count: () => countMatching(tenant, filters),
  },
  conditions: [
    sql<boolean>`"row".id in (${listedIds(tenant, filters)})`,
    ...(without.length > 0 ? [sql<boolean>`not ${inIds(sql`"row".id`, without)}`] : []),
  ],
  order: { by: undefined, isAscending: false },
})

/** The number of orders by status without archived ones, and the number of archived orders. */
export async function countOrders(tenant: Tenant): Promise<Required<OrderCounts>> {
  // The offset keeps PostgreSQL from reading all orders: it would expect a look-up of each archived one to be slower.
  const order = tenant
    .orders()
    .where(sql<boolean>`orders.id = order_marks.order_id`)
    .select('orders.status')
    .offset(sql.lit(0))
  const archivedByStatus = tenant
    .marks()
    .where('order_marks.archived', '=', IS_TRUE)
    .innerJoinLateral(order.as('listed'), join => join.onTrue())
    // Not by groups, which would be sorted.
    .select(eb =>
      ORDER_STATUSES.map(status =>
        eb.fn.countAll<number>().filterWhere('listed.status', '=', status).as(status),
      ),
    )
  const [all, archived] = await Promise.all([
    tenant.orderCounts(),
    (tenant.isRuled ? archivedByStatus : prepared(archivedByStatus)).executeTakeFirstOrThrow(),
  ])
  const counts = { overall: 0, success: 0, failure: 0, waiting: 0, ongoing: 0, archived: 0 }
  for (const { status, count } of all) {
    counts[status] += count
    counts.overall += count
  }
  for (const status of ORDER_STATUSES) {
    counts[status] -= archived[status]
    counts.overall -= archived[status]
    counts.archived += archived[status]
  }
  return counts
}

/** The number of matching orders. */
async function countMatching(tenant: Tenant, filters: OrderFilters): Promise<number> {
  const { status, search, rowFilters } = filters
  if (!search && rowFilters.conditions.length === 0 && !(filters.archived && status)) {
    const counts = await countOrders(tenant)
    return filters.archived ? counts.archived : counts[status ?? 'overall']
  }
  const all = matching(tenant, filters)
  const archived = archivedOf(tenant, all)
  if (filters.archived) return countRows(archived)
  // Subtracts the few archived ones: faster than joining all orders with their marks.
  const archivedCount = archived.select(eb => eb.fn.countAll<number>().as('count'))
  const { count } = await all
    .select(eb => sql<number>`${eb.fn.countAll()} - (${archivedCount})`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Orders = ReturnType<Tenant['orders']>

/** Not a parameter: the index has archived marks only. */
const IS_TRUE = sql.lit(true)

function archivedOf(tenant: Tenant, orders: Orders) {
  return orders.innerJoin('order_marks as mark', join =>
    join
      .onRef('mark.order_id', '=', 'orders.id')
      .on('mark.client_id', '=', tenant.caller)
      .on('mark.archived', '=', IS_TRUE),
  )
}

function matching(tenant: Tenant, { status, search, rowFilters }: OrderFilters): Orders {
  let orders = tenant.orders()
  if (status) orders = orders.where('orders.status', '=', status)
  if (search) orders = orders.where(containsText(search, rowFilters.search))
  if (rowFilters.conditions.length > 0) orders = orders.where(inRow(rowFilters.conditions))
  return orders
}

/** The ids of matching orders, archived by the caller or not, as the filter requires. */
function listedIds(tenant: Tenant, filters: OrderFilters) {
  return matching(tenant, filters)
    .where(({ exists, not }) => {
      const isArchived = exists(
        tenant
          .marks()
          .where(sql<boolean>`order_marks.order_id = orders.id and order_marks.archived`)
          .select(sql`1`.as('one')),
      )
      return filters.archived ? isArchived : not(isArchived)
    })
    .select('orders.id')
}

/** Condition: the order contains the search text, in its own texts or in an added field. */
function containsText(search: string, inAdded: RawBuilder<boolean> | undefined): RawBuilder<boolean> {
  const inWords = sql<boolean>`orders.words like lower(${containing(search)}::text)`
  if (!inAdded) return inWords
  // The index is on the JSON of all added fields: it only finds candidates. So this searches the text as JSON writes
  // it, without the quotes.
  const inJson = containing(JSON.stringify(search).slice(1, -1))
  return sql<boolean>`(${inWords} or (orders.extra <> '{}'
    and lower(orders.extra::text) like lower(${inJson}::text) and ${inRow([inAdded])}))`
}

/** Applies conditions on times and added fields, which use the alias `row`. */
const inRow = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`exists (
    select 1 from (select orders.extra, orders.created, orders.started, orders.expired) as "row"
    where ${allOf(conditions)})`

/** The commands for orders, by position. */
export async function listMethods(tenant: Tenant): Promise<Method[]> {
  const rows = await tenant
    .methods()
    .where('subject', '=', 'order')
    .select(['code', 'caption', 'content'])
    .orderBy('position')
    .orderBy('code')
    .execute()
  return rows.map(({ content, ...method }) => {
    const read = readContent(content)
    const { Type, Value, Holder, Schema, Danger } = read
    const titles = choiceTitles(read)
    return {
      ...method,
      content: {
        Type,
        ...(Value ? { Value: Value.map(value => (typeof value === 'object' ? value.const : value)) } : {}),
        ...(Object.keys(titles).length > 0 ? { Titles: titles } : {}),
        ...(Danger ? { Danger } : {}),
        ...(Holder ? { Holder } : {}),
        ...(isObject(Schema) ? { Schema } : {}),
      },
    }
  })
}
