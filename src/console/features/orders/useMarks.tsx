/**
 * Marks orders as read, starred or archived for this user, and deletes them. The list changes immediately; if the
 * server refuses a mark, it is rolled back with a notice. A deletion only hides the orders, until the page is loaded
 * again (§2).
 */
import { useQueryClient } from '@tanstack/react-query'
import { type GetListResult, useNotify, useTranslate, useUpdateMany } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { useFleet } from '../../api/fleet'
import { UndoToast } from '../../ui/notices/Toast'
import { toggledStar } from './order'

/** The marks of a user. `archived` is only written: lists contain either archived orders or the others. */
export type MarkFields = Partial<Pick<Order, 'unreaded' | 'starred' | 'star'>> & { archived?: boolean }

export function useMarks() {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['orders'] })
  const [updateMany] = useUpdateMany<Order & MarkFields>('orders', undefined, {
    mutationMode: 'optimistic',
    onError: error => notify(error instanceof Error ? error.message : String(error), { type: 'error' }),
    // react-admin itself invalidates the orders; doing it here too would send a second request per mark.
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders', 'counts'] }),
  })

  const mark = (ids: number[], data: MarkFields) => {
    if (ids.length > 0) void updateMany('orders', { ids, data })
  }
  const toggleStar = (order: Order) => mark([order.id], toggledStar(order))
  const offerUndo = (key: 'archived' | 'unarchived' | 'deleted', count: number, undo: () => void) =>
    notify(
      <UndoToast
        text={translate(`orders.done.${key}`, { count })}
        label={translate('ra.action.undo')}
        onUndo={undo}
      />,
      { type: 'info' },
    )

  const archive = (ids: number[], archived: boolean) => {
    mark(ids, { archived })
    offerUndo(archived ? 'archived' : 'unarchived', ids.length, () => mark(ids, { archived: !archived }))
  }

  const remove = (ids: number[]) => {
    queries.setQueriesData<GetListResult<Order>>(
      { queryKey: ['orders', 'getList'] },
      list => list && { ...list, data: list.data.filter(({ id }) => !ids.includes(id)) },
    )
    void fleet.deleteMany('orders', { ids }).then(refresh)
    offerUndo('deleted', ids.length, () => void fleet.restoreOrders(ids).then(refresh))
  }

  return { mark, toggleStar, archive, remove }
}
