/** What this user made of an order: its star (decision 6: their own if any, else the results). */
import type { Order } from '../../../contract/orders'
import { type Star, starOf } from '../../../domain/orders'

/** A server that has §7 alone says with `starred` whether the user's star is set. */
export const shownStar = (order: Order): Star => order.star ?? (order.starred ? 'full' : starOf(order))

/** The fields that a click on the star changes. */
export function toggledStar(order: Order): Pick<Order, 'starred' | 'star'> {
  const starred = shownStar(order) !== 'full'
  return { starred, star: starred ? 'full' : 'empty' }
}
