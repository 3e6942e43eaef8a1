/**
 * Keyboard shortcuts of the mailbox and of an open order. They are inactive while the user types, while a menu or
 * dialog is open, and when the user has turned them off (WCAG 2.1.4).
 */
import { useEvent, useStore } from 'ra-core'
import { useEffect } from 'react'

/** The keys, each with its name in i18n (`orders.keys.*`); "?" shows them. */
export const KEYS = [
  { key: 'j', name: 'next' },
  { key: 'k', name: 'previous' },
  { key: 'Enter', name: 'open' },
  { key: 'x', name: 'choose' },
  { key: 's', name: 'star' },
  { key: 'r', name: 'reply' },
  { key: 'f', name: 'forward' },
  { key: 'e', name: 'archive' },
  { key: 'Delete', name: 'delete' },
  { key: '?', name: 'help' },
] as const
type Shortcut = (typeof KEYS)[number]['name']

const ARROWS: Record<string, Shortcut> = { ArrowDown: 'next', ArrowUp: 'previous' }

export const useShortcutsOn = () => useStore('orders.keys', true)

/** @param act returns whether it handled the shortcut; if not, the browser's default action follows */
export function useShortcuts(act: (shortcut: Shortcut, event: KeyboardEvent) => boolean): void {
  const [isOn] = useShortcutsOn()
  const press = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (handlesKeys(event.target)) return
    const shortcut = shortcutOf(event)
    // The switch affects only single-character keys, which speech input would trigger by mistake.
    if (!shortcut || (!isOn && event.key.length === 1)) return
    if (act(shortcut, event)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

/** Uses the Latin letter on the key, even while the keyboard is set to Hangul. */
function shortcutOf({ key, code }: KeyboardEvent): Shortcut | undefined {
  // A printable ASCII character.
  const isLatin = /^[ -~]$/.test(key)
  const letter = !isLatin && /^Key[A-Z]$/.test(code) ? code.slice(3) : key
  const isPressed = (entry: (typeof KEYS)[number]) => entry.key === letter.toLowerCase() || entry.key === key
  return ARROWS[key] ?? KEYS.find(isPressed)?.name
}

/** Elements that handle keys themselves: fields, menus and dialogs. */
const HANDLES_KEYS =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], textarea, input:not([type=checkbox])'

const handlesKeys = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(HANDLES_KEYS) !== null)
