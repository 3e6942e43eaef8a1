/** Changes to existing orders: cancels targets that are not yet sent to devices, and sets marks. */
import type { OrderMarks } from '../../../contract/orders'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import type { Db } from '../../store/database'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { addHistory } from '../history'
import { cancelTargets } from './moveTargets'

/**
 * Cancels the waiting targets of an order in scope: clients may cancel their own orders, staff the orders of their
 * vendor.
 *
 * @returns the number of cancelled targets
 * @throws Refusal 404 for an order out of scope
 */
export function cancelOrder(db: Db, caller: Caller, id: number, now: Date): Promise<number> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const order = await tenant
      .orders()
      .where('orders.id', '=', id)
      .select(['orders.title', 'orders.vendor_id'])
      .executeTakeFirstOrThrow(() => new Refusal(404, 'notFound'))
    const cancelled = await cancelTargets(tx, tenant, id, now)
    await addHistory(tx, caller, {
      action: 'cancelled',
      resource: 'orders',
      record: id,
      label: order.title,
      vendor: order.vendor_id,
      after: { cancelled },
    })
    return cancelled
  })
}

/**
 * Sets the caller's own marks.
 *
 * @throws Refusal 404 if one of the orders is out of scope; then none is marked
 */
export function markOrders(db: Db, caller: Caller, { ids, ...marks }: OrderMarks): Promise<void> {
  const orderIds = [...new Set(ids)]
  const columns = {
    ...(marks.read === undefined ? {} : { is_read: marks.read }),
    ...(marks.starred === undefined ? {} : { starred: marks.starred }),
    ...(marks.archived === undefined ? {} : { archived: marks.archived }),
  }
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const inScope = await tenant
      .orders()
      .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(orderIds))))
      .select('orders.id')
      .execute()
    if (inScope.length < orderIds.length) throw new Refusal(404, 'notFound')
    if (Object.keys(columns).length === 0) return
    await tenant
      .insert('order_marks')
      .values(inScope.map(({ id }) => ({ client_id: caller.id, order_id: id, ...columns })))
      .onConflict(conflict => conflict.columns(['client_id', 'order_id']).doUpdateSet(columns))
      .execute()
    await announce(tx, { resource: 'orders', ids: orderIds, client: caller.id })
  })
}
