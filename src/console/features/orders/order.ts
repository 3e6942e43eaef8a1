/** The name and the star of an order (decision 6: the user's own star, or one derived from the results). */
import type { Order, OrderDetail } from '../../../contract/orders'
import { type Star, starOf } from '../../../domain/orders'

/** The order of a detail page. Orders of a list or of a basic server (§7 only) lack the optional fields. */
export type ShownOrder = Order & Partial<Pick<OrderDetail, 'aim' | 'cancellable' | 'attachments'>>

export const nameOf = ({ title, caption }: Order) => title || caption

/** Whether targets are still waiting or being delivered. */
export const isUnfinished = ({ waiting, ongoing }: Order) => waiting + ongoing > 0

/** A basic server sends only `starred`: whether the user has set the star. */
export const shownStar = (order: Order): Star => order.star ?? (order.starred ? 'full' : starOf(order))

/**
 * The meaning of the star, as a key below `orders.star` in i18n: the results of the targets, or that the user set or
 * cleared the star contrary to the results.
 */
export function starMeaning(order: Order): 'full' | 'half' | 'empty' | 'set' | 'cleared' {
  const star = shownStar(order)
  if (star === starOf(order)) return star
  return star === 'empty' ? 'cleared' : 'set'
}

/** The fields that a click on the star changes. */
export function toggledStar(order: Order): Pick<Order, 'starred' | 'star'> {
  const starred = shownStar(order) !== 'full'
  return { starred, star: starred ? 'full' : 'empty' }
}
