/** The orders of the page as mail: which are chosen, and what is done with them. */
import { useEvent, useListContext } from 'ra-core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import type { Marked } from '../useMarks'
import { useOrderPaths } from '../useOrderPaths'
import { MAIL_ACTIONS, type MailActionName, useMailActions } from './useMailActions'

/** §2, the toolbar's Select, and which orders each chooses. */
export const CHOICES = {
  all: () => true,
  none: () => false,
  read: ({ unreaded }) => !unreaded,
  unread: ({ unreaded }) => unreaded,
} satisfies Record<string, (order: Order) => boolean>

export type Mailbox = ReturnType<typeof useMailbox>

export function useMailbox() {
  const { data = [], filterValues, selectedIds, onSelect, onToggleItem } = useListContext<Order & Marked>()
  const paths = useOrderPaths()
  const navigate = useNavigate()
  const inArchive = filterValues.archived === true
  const { run, ...actions } = useMailActions()
  // What was just archived or taken back leaves the list before the server's next answer does.
  const orders = data.filter(order => (order.archived ?? inArchive) === inArchive)
  // react-admin keeps the selection over visits; the mailbox begins each visit without one.
  const unselect = useEvent(() => onSelect([]))
  useEffect(unselect, [unselect])

  return {
    ...actions,
    /** The actions of the toolbar. */
    actions: (Object.keys(MAIL_ACTIONS) as MailActionName[]).filter(
      name => name !== (inArchive ? 'archive' : 'unarchive'),
    ),
    /** The orders of the page that belong to this view. */
    orders,
    chosen: orders.filter(({ id }) => selectedIds.includes(id)),
    inArchive,
    choose: (which: keyof typeof CHOICES) => onSelect(orders.filter(CHOICES[which]).map(({ id }) => id)),
    toggle: (order: Order) => onToggleItem(order.id),
    open: (order: Order) => void navigate(paths.show(order.id)),
    /** @returns whether it was possible */
    run: (action: MailActionName, of: readonly Order[]): boolean => {
      const done = run(action, of)
      if (done && MAIL_ACTIONS[action].removes)
        onSelect(selectedIds.filter(id => !of.some(order => order.id === id)))
      return done
    },
  }
}
