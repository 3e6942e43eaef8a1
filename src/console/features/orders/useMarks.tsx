/**
 * Reads, stars, archives and deletes orders for this user. It shows at once; what the server refuses is put back, and said.
 * Deleting is this page's own (§2: no server call).
 */
import { useQueryClient } from '@tanstack/react-query'
import { useDeleteMany, useNotify, useTranslate, useUpdateMany } from 'ra-core'
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
  const failed = (error: unknown) =>
    notify(error instanceof Error ? error.message : String(error), { type: 'error' })
  const options = { mutationMode: 'optimistic', onError: failed, onSettled: refresh } as const
  const [updateMany] = useUpdateMany<Order & Marked>('orders', undefined, options)
  const [deleteMany] = useDeleteMany<Order>('orders', undefined, options)

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
    void deleteMany('orders', { ids })
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
