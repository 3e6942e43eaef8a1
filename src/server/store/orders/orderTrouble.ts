/**
 * Recent orders for the dashboard: failed orders, and orders to many devices. Each query reads a limited number of
 * rows.
 */
import type { Attention, OnlineHistory } from '../../../contract/dashboard'
import type { Tenant } from '../tenancy'
import { markedOrders, withFiguresInScope } from './orderWire'

const DAY = 86_400_000
const MAX_FAILED = 100
const SHOWN_ORDERS = 3
/** The number of newest orders that are searched for large ones. */
const SEARCHED_ORDERS = 1_000
const MAX_LARGE = 20

/** The failed orders of the last day that the caller has not archived. */
export async function failedOrders(tenant: Tenant, now: Date): Promise<Attention['failed']> {
  const since = new Date(now.getTime() - DAY)
  const rows = await markedOrders(tenant)
    .select('marks.archived')
    .where('orders.status', '=', 'failure')
    .orderBy('orders.id', 'desc')
    .limit(MAX_FAILED + 1)
    .execute()
  const recent = rows.filter(({ created, archived }) => created >= since && !archived)
  const shown = await withFiguresInScope(tenant, recent.slice(0, SHOWN_ORDERS))
  return {
    count: Math.min(recent.length, MAX_FAILED),
    more: recent.length > MAX_FAILED,
    since: since.toISOString(),
    latest: shown.map(({ id, title, caption, failure, total }) => ({ id, title, caption, failure, total })),
  }
}

/** The orders of the last week to at least so many devices, oldest first. */
export async function largeOrders(
  tenant: Tenant,
  { now, atLeast }: { now: Date; atLeast: number },
): Promise<OnlineHistory['orders']> {
  const newest = tenant
    .orders()
    .select(['orders.id', 'orders.created', 'orders.title', 'orders.caption', 'orders.total'])
    .orderBy('orders.id', 'desc')
    .limit(SEARCHED_ORDERS)
  const rows = await tenant
    .from(newest)
    .where('row.created', '>=', new Date(now.getTime() - 7 * DAY))
    .where('row.total', '>=', atLeast)
    .orderBy('row.id', 'desc')
    .limit(MAX_LARGE)
    .selectAll()
    .execute()
  return rows
    .map(({ id, created, title, caption, total }) => ({
      id,
      at: created.toISOString(),
      title: title || caption,
      total,
    }))
    .reverse()
}
