/**
 * Reads, stars, archives and deletes orders for this user. It shows at once; what the server refuses is put back, and said.
 * Deleting is this page's own (§2: no server call).
 */
import { useQueryClient } from '@tanstack/react-query'
import { type GetListResult, useNotify, useTranslate, useUpdateMany } from 'ra-core'
import { useCallback } from 'react'
import type { Order } from '../../../contract/orders'
import { useFleet } from '../../api/verbs'
import { UndoNotice } from './UndoNotice'

/** Fields that are the user's own. `archived` is only ever said, never told: the list is the one or the other. */
export type Marked = Partial<Pick<Order, 'unreaded' | 'starred' | 'star'>> & { archived?: boolean }

export function useMarks() {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['orders'] }), [queries])
  // react-admin reads the orders again by itself; asking for them here too would be a second call for each mark.
  const recount = useCallback(() => queries.invalidateQueries({ queryKey: ['orders', 'counts'] }), [queries])
  const failed = (error: unknown) =>
    notify(error instanceof Error ? error.message : String(error), { type: 'error' })
  const options = { mutationMode: 'optimistic', onError: failed, onSettled: recount } as const
  const [updateMany] = useUpdateMany<Order & Marked>('orders', undefined, options)

  const mark = (ids: number[], data: Marked) => {
    if (ids.length > 0) void updateMany('orders', { ids, data })
  }

  const archive = (ids: number[], archived: boolean) => {
    mark(ids, { archived })
    notify(
      <UndoNotice
        text={translate(archived ? 'orders.done.archived' : 'orders.done.unarchived', { count: ids.length })}
        onUndo={() => mark(ids, { archived: !archived })}
      />,
      { type: 'info' },
    )
  }

  const remove = (ids: number[]) => {
    queries.setQueriesData<GetListResult<Order>>(
      { queryKey: ['orders', 'getList'] },
      list => list && { ...list, data: list.data.filter(({ id }) => !ids.includes(id)) },
    )
    void fleet.deleteMany('orders', { ids }).then(refresh)
    notify(
      <UndoNotice
        text={translate('orders.done.deleted', { count: ids.length })}
        onUndo={() => void fleet.restoreOrders(ids).then(refresh)}
      />,
      { type: 'info' },
    )
  }

  return { mark, archive, remove }
}
