/** The orders of the page as mail: which are chosen, and what is done with them. */
import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../../contract/orders'
import { useMayAccess } from '../../auth/access'
import { useConfig } from '../../config'
import { toggledStar } from './marks'
import { composePath, orderPath } from './paths'
import { type Marked, useMarks } from './useMarks'

/** §2, the toolbar's Actions. */
export const MAIL_ACTIONS = ['reply', 'forward', 'archive', 'read', 'unread', 'delete'] as const
export type MailAction = (typeof MAIL_ACTIONS)[number]

/** §2, the toolbar's Select. */
export const CHOICES = ['all', 'none', 'read', 'unread'] as const
export type Choice = (typeof CHOICES)[number]

/** Those that write a new order: for one order at a time, and for who may send one. */
export const isCompose = (action: MailAction): action is 'reply' | 'forward' =>
  action === 'reply' || action === 'forward'

export interface Mailbox {
  /** Those of the page that stand in this view. */
  orders: readonly Order[]
  chosen: readonly Order[]
  /** Whether the list is the archive. */
  archive: boolean
  mayCompose: boolean
  pathOf: (order: Order) => string
  choose: (which: Choice) => void
  toggle: (order: Order) => void
  star: (order: Order) => void
  open: (order: Order) => void
  /** Does it with these orders; whether it could. */
  run: (action: MailAction, orders: readonly Order[]) => boolean
}

export function useMailbox(): Mailbox {
  const { data = [], filterValues, selectedIds, onSelect, onToggleItem } = useListContext<Order & Marked>()
  const path = useConfig().resources.orders?.path ?? ''
  const mayCompose = useMayAccess()('orders', 'create')
  const navigate = useNavigate()
  const { mark, archive: putAway, remove } = useMarks()
  const archive = filterValues.archived === true
  // What was just archived or taken back leaves the list before the server's next answer does.
  const orders = data.filter(order => (order.archived ?? archive) === archive)
  const chosen = orders.filter(({ id }) => selectedIds.includes(id))
  useFreshChoice(() => onSelect([]))

  const run = (action: MailAction, of: readonly Order[]) => {
    const ids = of.map(({ id }) => id)
    if (ids.length === 0) return false
    if (isCompose(action)) {
      if (ids.length !== 1 || !mayCompose) return false
      navigate(composePath(path, action, ids[0]))
      return true
    }
    if (action === 'read' || action === 'unread') mark(ids, { unreaded: action === 'unread' })
    if (action === 'archive') putAway(ids, !archive)
    if (action === 'delete') remove(ids)
    if (action === 'archive' || action === 'delete')
      onSelect(selectedIds.filter(id => !ids.includes(id as number)))
    return true
  }

  return {
    orders,
    chosen,
    archive,
    mayCompose,
    pathOf: order => orderPath(path, order.id),
    choose: which => onSelect(orders.filter(IS_CHOSEN[which]).map(({ id }) => id)),
    toggle: order => onToggleItem(order.id),
    star: order => mark([order.id], toggledStar(order)),
    open: order => void navigate(orderPath(path, order.id)),
    run,
  }
}

const IS_CHOSEN: Record<Choice, (order: Order) => boolean> = {
  all: () => true,
  none: () => false,
  read: ({ unreaded }) => !unreaded,
  unread: ({ unreaded }) => unreaded,
}

/** react-admin keeps what was chosen over visits; in a mailbox every visit begins without. */
function useFreshChoice(clear: () => void) {
  const first = useRef(clear)
  useEffect(() => first.current(), [])
}
