/** The keyboard shortcuts of the mailbox and of an open order. */
import { type Key, useKeys } from '../../ui/controls/useKeys'

/** The keys, each with its name in i18n (`orders.keys.*`); "?" shows them. */
export const KEYS = [
  { key: 'j', name: 'next' },
  { key: 'k', name: 'previous' },
  { key: 'Enter', name: 'open' },
  { key: 'p', name: 'peek' },
  { key: 'x', name: 'choose' },
  { key: 's', name: 'star' },
  { key: 'r', name: 'reply' },
  { key: 'f', name: 'forward' },
  { key: 'e', name: 'archive' },
  { key: 'Delete', name: 'delete' },
  { key: 'Escape', name: 'close' },
  { key: '?', name: 'help' },
] as const satisfies readonly Key[]
type Shortcut = (typeof KEYS)[number]['name']

/** @param act returns whether it handled the shortcut; if not, the browser's default action follows */
export const useShortcuts = (act: (shortcut: Shortcut, event: KeyboardEvent) => boolean) => useKeys(KEYS, act)
