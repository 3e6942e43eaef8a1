/** Converts an order to its API form (§3), with added fields. */
import type { Order } from '../../../contract/orders'
import { wireTime } from '../../../domain/dates'
import { starOf } from '../../../domain/orders'
import { CONCEALED } from '../../../engine/valueObject/lines'
import { addVisibleExtra, type View } from '../records/visible'
import type { Tenant } from '../tenancy'

/** The orders in scope with the caller's own marks, without the column `words`, which repeats others for searches. */
export function markedOrders(tenant: Tenant) {
  return tenant
    .orders()
    .leftJoin('order_marks as marks', join =>
      join.onRef('marks.order_id', '=', 'orders.id').on('marks.client_id', '=', tenant.caller),
    )
    .select(['orders.id', 'orders.sender_name', 'orders.code', 'orders.caption', 'orders.title'])
    .select([
      'orders.data',
      'orders.data_lines',
      'orders.secret',
      'orders.theme',
      'orders.started',
      'orders.expired',
    ])
    .select(['orders.created', 'orders.status', 'orders.success', 'orders.failure', 'orders.waiting'])
    .select(['orders.ongoing', 'orders.total', 'orders.extra', 'marks.is_read', 'marks.starred'])
}

export type MarkedOrder = Awaited<ReturnType<ReturnType<typeof markedOrders>['execute']>>[number]

/** @param view fields that the caller may not read are blanked */
export function toOrder(row: MarkedOrder, view: View): Order {
  const { id, success, failure, waiting, ongoing, total, status, title, code, caption, theme } = row
  const data = row.secret ? CONCEALED : row.data
  const order: Order = {
    id,
    success,
    failure,
    waiting,
    ongoing,
    total,
    status,
    title,
    code,
    caption,
    data,
    theme,
    ...(row.data_lines && !view.hidden.has('data') && { dataLines: row.data_lines }),
    unreaded: !row.is_read,
    starred: row.starred ?? false,
    star: starIn(row),
    content: '',
    from: row.sender_name,
    started: wireTime(row.started),
    expired: wireTime(row.expired),
    created: row.created.toISOString(),
  }
  const visible = addVisibleExtra(order, row.extra, view)
  return { ...visible, content: view.hidden.has('content') ? '' : contentOf(visible) }
}

/** The caller's own star; if it has set none, the star for the results. */
function starIn(row: MarkedOrder): Order['star'] {
  if (row.starred === null) return starOf(row)
  return row.starred ? 'full' : 'empty'
}

const contentOf = ({ caption, data }: Order) => [caption, data].filter(Boolean).join(': ')

/** The figures of orders by the targets that the caller sees. */
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
