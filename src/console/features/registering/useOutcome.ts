/** The outcome of a registered order so far, fetched again until all its devices have answered. */
import { useGetManyReference, useGetOne } from 'ra-core'
import type { Order, OrderDetail } from '../../../contract/orders'
import type { TargetState } from '../../../contract/orderTargets'
import { isAbsent } from '../../../domain/dates'
import { type OrderStatus, orderStatus } from '../../../domain/orders'
import { useConfig } from '../../config'
import { type LiveMeta, usePolling } from '../../live'

export interface Outcome {
  order: Order
  status: OrderStatus
  /** Why a device has failed, as in `TargetState`. */
  reason: string | undefined
  /** The time from sending to the response, for an order to one device. */
  durationMs: number | undefined
}

const isOpen = ({ waiting, ongoing }: Order) => waiting + ongoing > 0

/** @returns `undefined` until the order is read, and if it cannot be read */
export function useOutcome(id: number | undefined): Outcome | undefined {
  const polling = usePolling(useConfig().app.timing.ordersPollMs)
  const { data: order } = useGetOne<Order & Partial<OrderDetail>>(
    'orders',
    { id: id ?? 0 },
    {
      enabled: id !== undefined,
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data)) && polling,
      meta: { live: ['orders'], record: String(id) } satisfies LiveMeta,
    },
  )
  const isSingle = order?.total === 1
  const isAnswered = order !== undefined && (isSingle ? !isOpen(order) : order.failure > 0)
  const { data: targets } = useGetManyReference<TargetState & { id: string }>(
    'targets',
    {
      target: 'order',
      id: id ?? 0,
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'number', order: 'ASC' },
      filter: isSingle ? {} : { status: 'failure' },
    },
    { enabled: isAnswered, staleTime: 0, retry: false },
  )
  if (!order) return undefined
  const target = isAnswered ? targets?.[0] : undefined
  return {
    order,
    status: orderStatus(order),
    reason: target?.reason || undefined,
    durationMs: isSingle && target ? durationOf(order, target) : undefined,
  }
}

/** The time in ms between the moment when the order could be sent and the device's response; at least a second. */
function durationOf({ created, started, holdUntil }: Partial<OrderDetail>, { changed }: TargetState) {
  const starts = [created, started, holdUntil].flatMap(time =>
    time && !isAbsent(time) ? [Date.parse(time)] : [],
  )
  return Math.max(1_000, Date.parse(changed) - Math.max(...starts))
}
