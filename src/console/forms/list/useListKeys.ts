/** Keyboard shortcuts of a list: they move the focus between its rows, and act on the focused row. */
import type { RefObject } from 'react'
import { type Key, useKeys } from '../../ui/controls/useKeys'

/** The keys, each with its name in i18n (`forms.keys.*`); "?" shows them. */
export const LIST_KEYS = [
  { key: 'j', name: 'next' },
  { key: 'k', name: 'previous' },
  { key: 'Enter', name: 'open' },
  { key: 'p', name: 'peek' },
  { key: 'x', name: 'choose' },
  { key: '.', name: 'actions' },
  { key: 'Escape', name: 'close' },
  { key: '?', name: 'help' },
] as const satisfies readonly Key[]

const ROW = '[data-row]'

interface ListKeys {
  /** The element with the rows. */
  list: RefObject<HTMLElement | null>
  isPeeking: boolean
  /** Opens the panel with the record of a row; without an id it closes. */
  peek: (id?: string) => void
  help: () => void
}

export function useListKeys({ list, isPeeking, peek, help }: ListKeys): void {
  useKeys(LIST_KEYS, (shortcut, { key, target }) => {
    const row = document.activeElement?.closest<HTMLElement>(ROW) ?? undefined
    const press = (selector: string) => {
      const button = row?.querySelector<HTMLElement>(selector)
      button?.click()
      return button !== null && button !== undefined
    }
    switch (shortcut) {
      case 'next':
      case 'previous': {
        // While an element outside of the rows has the focus, the arrow keys scroll.
        if (key.startsWith('Arrow') && !row) return false
        const next = move(row, shortcut === 'next' ? 1 : -1)
        if (isPeeking && next) peek(next.dataset.row)
        return next !== undefined
      }
      case 'open':
        // Links and buttons handle Enter themselves.
        return target === row && (press('.page-link') || press('a[href]'))
      case 'peek':
        // Elsewhere Space scrolls, or presses a button.
        if (key === ' ' && target !== row) return false
        if (row) peek(row.dataset.row)
        return row !== undefined
      case 'choose':
        return press('input[type=checkbox]')
      case 'actions':
        return press('[aria-haspopup=menu]')
      case 'close':
        if (isPeeking) peek()
        return isPeeking
      case 'help':
        help()
        return true
    }
  })

  function move(row: HTMLElement | undefined, step: 1 | -1): HTMLElement | undefined {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const from = row ?? list.current?.querySelector<HTMLElement>(`${ROW}[aria-current]`)
    const index = from ? rows.indexOf(from) + step : 0
    const next = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next
  }
}
