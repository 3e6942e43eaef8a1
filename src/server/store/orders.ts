/** The orders in reach and how many stand where (§2, decisions 6, 20 and 32). */
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Order, OrderCounts } from '../../contract/orders'
import { ABSENT_TIME } from '../../domain/dates'
import type { OrderStatus } from '../../domain/orders'
import { containing } from './like'
import type { Tables } from './schema'
import type { Tenant } from './tenancy'

export interface OrderFilters {
  /** `undefined` for all. */
  status?: OrderStatus
  /** Text that title, command, data or sender hold, whatever its case; empty for all. */
  search: string
}

/** What stands in place of a password. */
const CONCEALED = '********'

/** A page of the orders in reach, the newest first, and how many match. What the caller has archived is left out. */
export async function listOrders(
  tenant: Tenant,
  filters: OrderFilters,
  paging: { index: number; limit: number },
): Promise<{ count: number; data: Order[] }> {
  const matching = listed(tenant).where(eb => {
    const conditions: Expression<SqlBool>[] = []
    if (filters.status) conditions.push(eb('orders.status', '=', filters.status))
    if (filters.search) {
      const pattern = containing(filters.search)
      conditions.push(
        eb.or([
          eb('orders.title', 'ilike', pattern),
          eb('orders.caption', 'ilike', pattern),
          eb('orders.sender_name', 'ilike', pattern),
          eb.and([eb('orders.secret', '=', false), eb('orders.data', 'ilike', pattern)]),
        ]),
      )
    }
    return eb.and(conditions)
  })
  const { count } = await matching
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const offset = (paging.index - 1) * paging.limit
  if (offset >= count) return { count, data: [] }
  const rows = await matching
    .selectAll('orders')
    .select(['marks.is_read', 'marks.starred'])
    .orderBy('orders.id', 'desc')
    .limit(paging.limit)
    .offset(offset)
    .execute()
  return { count, data: rows.map(toOrder) }
}

/** How many orders stand where, of those that the list shows. */
export async function countOrders(tenant: Tenant): Promise<OrderCounts> {
  const rows = await listed(tenant)
    .select('orders.status')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .groupBy('orders.status')
    .execute()
  const counts = { overall: 0, success: 0, failure: 0, waiting: 0, ongoing: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.overall += count
  }
  return counts
}

/** The orders in reach that the caller has not put away, with the caller's own marks. */
function listed(tenant: Tenant) {
  return tenant
    .orders()
    .leftJoin('order_marks as marks', join =>
      join.onRef('marks.order_id', '=', 'orders.id').on('marks.client_id', '=', tenant.caller),
    )
    .where(sql<boolean>`marks.archived is not true`)
}

type OrderRecord = Selectable<Tables['orders']> & { is_read: boolean | null; starred: boolean | null }

function toOrder(row: OrderRecord): Order {
  const data = row.secret ? CONCEALED : row.data
  return {
    id: row.id,
    unreaded: !row.is_read,
    starred: row.starred ?? false,
    success: row.success,
    failure: row.failure,
    waiting: row.waiting,
    ongoing: row.ongoing,
    total: row.total,
    status: row.status,
    title: row.title,
    code: row.code,
    caption: row.caption,
    data,
    theme: row.theme,
    content: data === '' ? row.caption : `${row.caption}: ${data}`,
    from: row.sender_name,
    started: row.started?.toISOString() ?? ABSENT_TIME,
    expired: row.expired?.toISOString() ?? ABSENT_TIME,
    created: row.created.toISOString(),
  }
}
