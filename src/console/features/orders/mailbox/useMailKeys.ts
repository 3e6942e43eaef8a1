/**
 * Keyboard shortcuts of the mailbox: they move the focus between orders, and act on the selected orders, or on the
 * focused order if none is selected.
 */
import { type RefObject, useEffect, useRef } from 'react'
import type { Order } from '../../../../contract/orders'
import { useShortcuts } from '../useShortcuts'
import { MAIL_ACTIONS } from './useMailActions'
import type { Mailbox } from './useMailbox'

const ROW = '[data-mail]'
const LINK = '[data-mail-link]'

interface MailKeys {
  /** The element with the orders. */
  list: RefObject<HTMLElement | null>
  /** The id of the order that is open on the page of the list. */
  peeked: number | undefined
  peek: (id: number | undefined) => void
  onHelp: () => void
}

export function useMailKeys(mailbox: Mailbox, { list, peeked, peek, onHelp }: MailKeys) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const focus = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(LINK)?.focus()
  const focusNextAfter = useFocusAfter(mailbox.orders, id =>
    focus(rows().find(row => row.dataset.mail === String(id))),
  )

  useShortcuts((shortcut, event) => {
    const row = document.activeElement?.closest<HTMLElement>(ROW) ?? undefined
    const order = mailbox.orders.find(({ id }) => String(id) === row?.dataset.mail)
    const withOrder = (act: (order: Order) => void) => {
      if (order) act(order)
      return order !== undefined
    }
    switch (shortcut) {
      case 'help':
        onHelp()
        return true
      case 'next':
      case 'previous':
        // While an element outside of the orders has the focus, the arrow keys scroll.
        if (event.key.startsWith('Arrow') && !row && event.target !== document.body) return false
        return move(row, shortcut === 'next' ? 1 : -1)
      case 'open':
        // Links and buttons handle Enter themselves.
        return event.target instanceof HTMLInputElement && withOrder(mailbox.open)
      case 'peek':
        // Elsewhere Space scrolls, or presses a button.
        if (event.key === ' ' && !(event.target as Element).matches(LINK)) return false
        return withOrder(({ id }) => peek(id))
      case 'close':
        if (peeked !== undefined) peek(undefined)
        return peeked !== undefined
      case 'choose':
        return withOrder(mailbox.toggle)
      case 'star':
        return withOrder(mailbox.toggleStar)
      default: {
        const action = shortcut === 'archive' && mailbox.inArchive ? 'unarchive' : shortcut
        const orders = order && mailbox.chosen.length === 0 ? [order] : mailbox.chosen
        if (MAIL_ACTIONS[action].removes && order) focusNextAfter(order, orders)
        return mailbox.run(action, orders)
      }
    }
  })

  function move(row: HTMLElement | undefined, step: 1 | -1): boolean {
    const all = rows()
    const index = row ? all.indexOf(row) + step : 0
    const next = all[Math.min(Math.max(index, 0), all.length - 1)]
    focus(next)
    if (next && peeked !== undefined) peek(Number(next.dataset.mail))
    return all.length > 0
  }
}

/** Returns a function to call before orders leave the list: once they have, the next remaining order gets the focus. */
function useFocusAfter(orders: readonly Order[], focus: (id: number) => void) {
  /** Ids: when `leaving` has left the list, `next` gets the focus. */
  const pending = useRef<{ leaving: number; next: number }>(undefined)
  useEffect(() => {
    if (!pending.current) return
    const { leaving, next } = pending.current
    if (orders.some(({ id }) => id === leaving)) return
    pending.current = undefined
    focus(next)
  })
  return (focused: Order, leaving: readonly Order[]) => {
    const stays = (order: Order) => !leaving.includes(order)
    const index = orders.indexOf(focused)
    const next = orders.slice(index + 1).find(stays) ?? orders.slice(0, index).findLast(stays)
    pending.current = next && !stays(focused) ? { leaving: focused.id, next: next.id } : undefined
  }
}
