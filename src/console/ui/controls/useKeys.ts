/**
 * Single-key shortcuts of a screen. They are inactive while the user types, while a menu or dialog is open, and when
 * the user has turned them off (WCAG 2.1.4).
 */
import { useEvent, useStore } from 'ra-core'
import { useLayoutEffect } from 'react'

export interface Key<Name extends string = string> {
  key: string
  name: Name
}

/**
 * Keys (`KeyboardEvent.key`) that trigger a shortcut in addition to its letter, and their texts in the list of keys.
 */
const SECOND_KEYS: Record<string, { name: string; shown: string }> = {
  ArrowDown: { name: 'next', shown: '↓' },
  ArrowUp: { name: 'previous', shown: '↑' },
  ' ': { name: 'peek', shown: 'Space' },
}

export const secondKeyOf = (shortcut: string): string | undefined =>
  Object.values(SECOND_KEYS).find(({ name }) => name === shortcut)?.shown

export const useKeysOn = () => useStore('orders.keys', true)

/** @param act returns whether it handled the shortcut; if not, the browser's default action follows */
export function useKeys<Name extends string>(
  keys: readonly Key<Name>[],
  act: (shortcut: Name, event: KeyboardEvent) => boolean,
): void {
  const [isOn] = useKeysOn()
  const press = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (handlesKeys(event.target)) return
    const shortcut = shortcutOf(keys, event)
    // The switch affects only single-character keys, which speech input would trigger by mistake.
    if (!shortcut || (!isOn && event.key.length === 1)) return
    if (act(shortcut, event)) event.preventDefault()
  })
  // Listens before the screen is painted, so that a key pressed as soon as the user sees a row is not lost.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

/** Uses the Latin letter on the key, even while the keyboard is set to Hangul. */
function shortcutOf<Name extends string>(keys: readonly Key<Name>[], { key, code }: KeyboardEvent) {
  // A printable ASCII character.
  const isLatin = /^[ -~]$/.test(key)
  const letter = !isLatin && /^Key[A-Z]$/.test(code) ? code.slice(3) : key
  return keys.find(
    entry => entry.key === letter.toLowerCase() || entry.key === key || entry.name === SECOND_KEYS[key]?.name,
  )?.name
}

/** Elements that handle keys themselves: fields, menus and dialogs. */
const HANDLES_KEYS =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], textarea, input:not([type=checkbox])'

const handlesKeys = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(HANDLES_KEYS) !== null)
