/** Takes an order back, as far as it has not reached its devices. */
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../accounts/sessions'
import { remember } from '../history'
import { cancelTargets } from './moveTargets'

/**
 * Whoever may order may cancel what is in reach: a client its own orders, staff those of their vendor's people.
 *
 * @returns how many targets no longer wait
 * @throws Refusal 404 for an order out of reach
 */
export function cancelOrder(db: Db, caller: Caller, id: number, now: Date): Promise<number> {
  return changing(db, caller, async tx => {
    const order = await tenantOf(tx, caller)
      .orders()
      .where('orders.id', '=', id)
      .select(['orders.title', 'orders.vendor_id'])
      .executeTakeFirst()
    if (!order) throw new Refusal(404, 'notFound')
    const cancelled = await cancelTargets(tx, id, now)
    await remember(tx, caller, {
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
