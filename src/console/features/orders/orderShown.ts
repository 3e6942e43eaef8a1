/** An order as its page shows it: from the list, or from a server that has §7 alone, comes less than the whole. */
import type { Order, OrderDetail } from '../../../contract/orders'

export type OrderShown = Order &
  Partial<Pick<OrderDetail, 'holdUntil' | 'aim' | 'cancellable' | 'attachments'>>
