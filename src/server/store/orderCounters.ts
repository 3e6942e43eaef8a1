/** Counts orders by status from sums that triggers maintain (`migrations/0040_order_counts.sql`), as `counters.ts`. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders'
import type { Db } from './database'
import { PREPARED } from './postgres/prepared'

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
