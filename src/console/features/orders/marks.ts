/** What this user made of an order: its star (decision 6: their own if any, else the results). */
import type { Order } from '../../../contract/orders'
import { type Star, starOf } from '../../../domain/orders'

/** A server that has §7 alone says with `starred` whether the user's star is set. */
export const shownStar = (order: Order): Star => order.star ?? (order.starred ? 'full' : starOf(order))

/**
 * What a star says: where it is what the results make of it, what became of the targets; where the user set it otherwise, that
 * alone. Below `orders.star` in i18n.
 */
export function starWord(order: Order): 'full' | 'half' | 'empty' | 'set' | 'cleared' {
  const star = shownStar(order)
  if (star === starOf(order)) return star
  return star === 'empty' ? 'cleared' : 'set'
}

/** The fields that a click on the star changes. */
export function toggledStar(order: Order): Pick<Order, 'starred' | 'star'> {
  const starred = shownStar(order) !== 'full'
  return { starred, star: starred ? 'full' : 'empty' }
}
