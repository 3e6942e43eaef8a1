/** An order as the console shows it: its name and its star (decision 6: the user's own if any, else the results). */
import type { Order, OrderDetail } from '../../../contract/orders'
import { type Star, starOf } from '../../../domain/orders'

/** What the page of one order shows. A record of the list, or of a basic server, is without the optional part. */
export type ShownOrder = Order & Partial<Pick<OrderDetail, 'aim' | 'cancellable' | 'attachments'>>

export const nameOf = ({ title, caption }: Order) => title || caption

/** Whether targets are still to change. */
export const isUnfinished = ({ waiting, ongoing }: Order) => waiting + ongoing > 0

/** A basic server says with `starred` whether the user's star is set. */
export const shownStar = (order: Order): Star => order.star ?? (order.starred ? 'full' : starOf(order))

/**
 * What the star says, as a key below `orders.star` in i18n: what became of the targets, or that the user set or cleared
 * it where it differs from the results.
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
