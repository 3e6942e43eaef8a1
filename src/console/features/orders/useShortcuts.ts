/**
 * Keyboard shortcuts of the mailbox and of an open order. They do nothing while something is typed, while a menu or
 * dialog is open, and where the user has turned them off (WCAG 2.1.4).
 */
import { useEvent, useStore } from 'ra-core'
import { useEffect } from 'react'

/** The keys and what they are called in `orders.keys.*`; shown on "?". */
export const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['x', 'choose'],
  ['s', 'star'],
  ['r', 'reply'],
  ['f', 'forward'],
  ['e', 'archive'],
  ['Delete', 'delete'],
  ['?', 'help'],
] as const
type Shortcut = (typeof KEYS)[number][1]

const ARROWS: Record<string, Shortcut> = { ArrowDown: 'next', ArrowUp: 'previous' }

export const useShortcutsOn = () => useStore('orders.keys', true)

/** @param act returns whether it did something; if not, the browser's default follows */
export function useShortcuts(act: (shortcut: Shortcut, event: KeyboardEvent) => boolean): void {
  const [on] = useShortcutsOn()
  const press = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isElsewhere(event.target)) return
    const shortcut = shortcutOf(event)
    // Users who dictate turn the shortcuts off, as their words would press keys: that concerns single characters only.
    if (!shortcut || (!on && event.key.length === 1)) return
    if (act(shortcut, event)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

/** By the Latin letter on the key, also while the keyboard is set to Hangul. */
function shortcutOf({ key, code }: KeyboardEvent): Shortcut | undefined {
  const isLatin = /^[ -~]$/.test(key)
  const letter = !isLatin && /^Key[A-Z]$/.test(code) ? code.slice(3) : key
  return ARROWS[key] ?? KEYS.find(([name]) => name === letter.toLowerCase() || name === key)?.[1]
}

/** Elements that handle keys themselves: fields, menus and dialogs. */
const WITH_KEYS =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], textarea, input:not([type=checkbox])'

const isElsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(WITH_KEYS) !== null)
