/**
 * Marks orders as read, starred or archived for this user, and deletes them from the list. The list changes at once; a mark that
 * the server refuses is rolled back with a notice. Deleting is local to this page: the server is not called (§2).
 */
import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type GetListResult, useCloseNotification, useNotify, useTranslate, useUpdateMany } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { useFleet } from '../../api/fleet'
import { Toast } from '../../ui/Toast'

/** Fields that are the user's own. `archived` is written only: the list read is either the archive or the rest. */
export type Marked = Partial<Pick<Order, 'unreaded' | 'starred' | 'star'>> & { archived?: boolean }

export function useMarks() {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['orders'] })
  const [updateMany] = useUpdateMany<Order & Marked>('orders', undefined, {
    mutationMode: 'optimistic',
    onError: error => notify(error instanceof Error ? error.message : String(error), { type: 'error' }),
    // react-admin reads the orders again by itself: asking for them here too would be a second call for each mark.
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders', 'counts'] }),
  })

  const mark = (ids: number[], data: Marked) => {
    if (ids.length > 0) void updateMany('orders', { ids, data })
  }
  const offerUndo = (done: 'archived' | 'unarchived' | 'deleted', count: number, undo: () => void) =>
    notify(<UndoNotice text={translate(`orders.done.${done}`, { count })} onUndo={undo} />, { type: 'info' })

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

  return { mark, archive, remove }
}

function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  const undo = () => {
    onUndo()
    close()
  }
  return (
    <Toast tone="info" text={text}>
      <Button size="small" onClick={undo}>
        {translate('ra.action.undo')}
      </Button>
    </Toast>
  )
}
