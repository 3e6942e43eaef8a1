/** The content of an order, on its page and beside the list: command, files, progress and targets. */
import { Box } from '@mui/material'
import { useGetOne } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { Order } from '../../../../contract/orders'
import { useConfig } from '../../../config'
import { type LiveMeta, usePolling } from '../../../live'
import { isUnfinished, type ShownOrder } from '../order'
import { useMarks } from '../useMarks'
import { Attachments } from './Attachments'
import { DetailFacts } from './DetailFacts'
import { Progress } from './Progress'
import { Targets } from './Targets'

export const OrderBody = ({ order }: { order: ShownOrder }) => (
  <Box sx={{ containerType: 'inline-size' }}>
    <Box sx={AREAS}>
      <Box sx={{ gridArea: 'result', minWidth: 0 }}>
        <Progress order={order} />
      </Box>
      <Box sx={{ gridArea: 'facts', display: 'grid', gap: 2, minWidth: 0 }}>
        <DetailFacts order={order} />
        <Attachments attachments={order.attachments} />
      </Box>
      <Box sx={{ gridArea: 'targets', minWidth: 0 }}>
        <Targets order={order} />
      </Box>
    </Box>
  </Box>
)

/** The result first; in a wide container the facts are beside it. */
const AREAS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplate: '"result" "facts" "targets" / minmax(0, 1fr)',
  '@container (min-width: 900px)': {
    gridTemplate: '"facts result" auto "facts targets" 1fr / minmax(320px, 5fr) minmax(0, 11fr)',
  },
} as const

/** An order with all its fields, read again while it is unfinished. */
export function useOrder(id: number) {
  const polling = usePolling(useConfig().app.timing.ordersPollMs)
  // Not ShowBase: its context has no `dataUpdatedAt`, which the stale notice shows.
  return useGetOne<ShownOrder>(
    'orders',
    { id },
    {
      // Always read again: the list caches each order with fewer fields.
      staleTime: 0,
      refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && polling,
      meta: { live: ['orders'], record: String(id) } satisfies LiveMeta,
    },
  )
}

/** Marks the order as read once, so that the user can mark it as unread while it is open. */
export function useMarkAsReadOnOpen(order: Order | undefined) {
  const { mark } = useMarks()
  const isMarked = useRef(false)
  useEffect(() => {
    if (!order || isMarked.current) return
    isMarked.current = true
    if (order.unreaded) mark([order.id], { unreaded: false })
  })
}
