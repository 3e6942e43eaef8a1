/** The order that a roomy window shows beside the list while the user has not opened one: the first of the page. */
import { useState } from 'react'
import type { Order } from '../../../../contract/orders'

/** Returns the id of that order. It stays the same while the order is on the page, even if a newer order arrives. */
export function useFirstOrder(orders: readonly Order[]): number | undefined {
  const [currentId, setCurrentId] = useState<number>()
  const firstId = orders[0]?.id
  if (orders.some(({ id }) => id === currentId)) return currentId
  if (firstId !== currentId) setCurrentId(firstId)
  return firstId
}
