/** The orders in reach, how many stand where, and the caller's marks on them (§2, decisions 6, 20 and 32). */
import { sql } from 'kysely'
import type { Order, OrderCounts, OrderMarks } from '../../../contract/orders'
import type { OrderStatus } from '../../../domain/orders'
import { containing } from '../like'
import type { Tenant } from '../tenancy'
import { ORDER_COLUMNS, toOrder } from './orderWire'

export interface OrderFilters {
  /** `undefined` for all. */
  status?: OrderStatus
  /** Text that title, content or sender hold, whatever its case; empty for all. */
  search: string
  /** Those that the caller has put away, in place of all others. */
  archived: boolean
}

/** A page of the orders in reach, the newest first, and how many match. */
export async function listOrders(
  tenant: Tenant,
  filters: OrderFilters,
  paging: { index: number; limit: number },
): Promise<{ count: number; data: Order[] }> {
  const count = await countMatching(tenant, filters)
  const offset = (paging.index - 1) * paging.limit
  if (offset >= count) return { count, data: [] }
  // However deep the page lies, only its own rows are read whole.
  const page = matching(tenant, filters)
    .where(({ exists, not }) => {
      const putAway = exists(archivedBy(tenant))
      return filters.archived ? putAway : not(putAway)
    })
    .select('orders.id')
    .orderBy('orders.id', 'desc')
    .limit(paging.limit)
    .offset(offset)
  const rows = await withMarks(tenant)
    .where('orders.id', 'in', page)
    .select(ORDER_COLUMNS)
    .orderBy('orders.id', 'desc')
    .execute()
  return { count, data: rows.map(toOrder) }
}

/** How many orders stand where, of those that the list shows, and how many the caller has put away. */
export async function countOrders(tenant: Tenant): Promise<Required<OrderCounts>> {
  const all = tenant.orders()
  const rows = await all
    .select(['orders.status', sql<boolean>`false`.as('archived')])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .groupBy('orders.status')
    .unionAll(
      archivedAmong(tenant, all)
        .select(['orders.status', sql<boolean>`true`.as('archived')])
        .select(eb => eb.fn.countAll<number>().as('count'))
        .groupBy('orders.status'),
    )
    .execute()
  const counts = { overall: 0, success: 0, failure: 0, waiting: 0, ongoing: 0, archived: 0 }
  for (const { status, archived, count } of rows) {
    const shown = archived ? -count : count
    counts[status] += shown
    counts.overall += shown
    if (archived) counts.archived += count
  }
  return counts
}

/**
 * Marks orders for the caller alone.
 *
 * @returns false when one of them is not in reach; then nothing is marked
 */
export async function markOrders(tenant: Tenant, { ids, ...marks }: OrderMarks): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const columns = {
    ...(marks.read === undefined ? {} : { is_read: marks.read }),
    ...(marks.starred === undefined ? {} : { starred: marks.starred }),
    ...(marks.archived === undefined ? {} : { archived: marks.archived }),
  }
  const found = await tenant
    .orders()
    .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(wanted))))
    .select('orders.id')
    .execute()
  if (found.length < wanted.length) return false
  if (Object.keys(columns).length === 0) return true
  await tenant
    .ownMarks(found.map(({ id }) => ({ order_id: id, ...columns })))
    .onConflict(conflict => conflict.columns(['client_id', 'order_id']).doUpdateSet(columns))
    .execute()
  return true
}

/**
 * What is put away is little, what there is may be very much: all is counted in an index alone and the former taken off, rather
 * than every order asked whether it is put away.
 */
async function countMatching(tenant: Tenant, filters: OrderFilters): Promise<number> {
  const all = matching(tenant, filters)
  const archived = archivedAmong(tenant, all).select(eb => eb.fn.countAll<number>().as('count'))
  if (filters.archived) return (await archived.executeTakeFirstOrThrow()).count
  const { count } = await all
    .select(eb => sql<number>`${eb.fn.countAll()} - (${archived})`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Orders = ReturnType<Tenant['orders']>

function archivedAmong(tenant: Tenant, orders: Orders) {
  return orders.innerJoin('order_marks as away', join =>
    join
      .onRef('away.order_id', '=', 'orders.id')
      .on('away.client_id', '=', tenant.caller)
      .on('away.archived', '=', true),
  )
}

const archivedBy = (tenant: Tenant) =>
  sql`(select 1 from order_marks as away
    where away.order_id = orders.id and away.client_id = ${tenant.caller} and away.archived)`

function matching(tenant: Tenant, { status, search }: OrderFilters): Orders {
  let orders = tenant.orders()
  if (status) orders = orders.where('orders.status', '=', status)
  if (search) orders = orders.where(sql<boolean>`orders.words like lower(${containing(search)}::text)`)
  return orders
}

/** The orders in reach with the caller's own marks. */
export function withMarks(tenant: Tenant) {
  return tenant
    .orders()
    .leftJoin('order_marks as marks', join =>
      join.onRef('marks.order_id', '=', 'orders.id').on('marks.client_id', '=', tenant.caller),
    )
}
