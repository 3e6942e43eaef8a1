/** The orders of the current page, which of them are selected, and the actions on them. */
import { useEvent, useListContext } from 'ra-core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import type { MarkFields } from '../useMarks'
import { useOrderPaths } from '../useOrderPaths'
import { MAIL_ACTIONS, type MailActionName, useMailActions } from './useMailActions'

/** The entries of the toolbar's Select (§2), and the orders that each selects. */
export const CHOICES = {
  all: () => true,
  none: () => false,
  read: ({ unreaded }) => !unreaded,
  unread: ({ unreaded }) => unreaded,
} satisfies Record<string, (order: Order) => boolean>

export type Mailbox = ReturnType<typeof useMailbox>

export function useMailbox() {
  const {
    data = [],
    filterValues,
    selectedIds,
    onSelect,
    onToggleItem,
  } = useListContext<Order & MarkFields>()
  const paths = useOrderPaths()
  const navigate = useNavigate()
  const inArchive = filterValues.archived === true
  const { run, ...actions } = useMailActions()
  // Removes orders from the list as soon as they are archived or unarchived, before the next response.
  const orders = data.filter(order => (order.archived ?? inArchive) === inArchive)
  // react-admin keeps the selection between visits, but the mailbox starts without a selection.
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
    /** Returns false if the action is not possible. */
    run: (action: MailActionName, affected: readonly Order[]): boolean => {
      const done = run(action, affected)
      if (done && MAIL_ACTIONS[action].removes)
        onSelect(selectedIds.filter(id => !affected.some(order => order.id === id)))
      return done
    },
  }
}
