/** The figures of orders by the targets that the caller sees. */
import type { Tenant } from '../tenancy'
import type { MarkedOrder } from './orderWire'

const NONE = { success: 0, failure: 0, waiting: 0, ongoing: 0, total: 0 }

/**
 * Counts the targets of orders that are in the caller's scope, if its role has a row rule for devices: the stored
 * figures count all targets. The status stays that of the whole order.
 */
export async function withFiguresInScope(
  tenant: Tenant,
  orders: readonly MarkedOrder[],
): Promise<MarkedOrder[]> {
  if (orders.length === 0 || !tenant.hasRules('devices')) return [...orders]
  const ids = orders.map(({ id }) => id)
  const counts = await tenant
    .targets()
    .where('order_targets.order_id', 'in', ids)
    .select(['order_targets.order_id', 'order_targets.status'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .groupBy(['order_targets.order_id', 'order_targets.status'])
    .execute()
  const figures = new Map(ids.map(id => [id, { ...NONE }]))
  for (const { order_id, status, count } of counts) {
    const ofOrder = figures.get(order_id)!
    ofOrder[status] += count
    ofOrder.total += count
  }
  return orders.map(order => ({ ...order, ...figures.get(order.id) }))
}
