/** The order that a roomy window shows beside the list while the user has not opened one: the first of the page. */
import { useState } from 'react'
import type { Order } from '../../../../contract/orders'

/** It stays while it is on the page, so that an order that arrives does not replace it. */
export function useFirstOrder(orders: readonly Order[]): number | undefined {
  const [kept, setKept] = useState<number>()
  const first = orders[0]?.id
  if (orders.some(({ id }) => id === kept)) return kept
  if (first !== kept) setKept(first)
  return first
}
