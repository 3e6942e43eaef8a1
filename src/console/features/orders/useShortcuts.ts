/** Keys of the mailbox. They rest while something is typed, a menu or dialog is open, or the user has turned them off (WCAG 2.1.4). */
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
export type KeyAction = (typeof KEYS)[number][1]

const ARROWS: Record<string, KeyAction> = { ArrowDown: 'next', ArrowUp: 'previous' }

export const useKeysOn = () => useStore('orders.keys', true)

/** @param act says whether the key was of use; if not, the browser does what it always does */
export function useShortcuts(act: (action: KeyAction, event: KeyboardEvent) => boolean): void {
  const [on] = useKeysOn()
  const press = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isElsewhere(event.target)) return
    const action = actionOf(event)
    // Keys that write nothing are no obstacle to anybody who dictates.
    if (!action || (!on && event.key.length === 1)) return
    if (act(action, event)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

/** The letter of the key, also while the keyboard writes Hangul. */
function actionOf({ key, code }: KeyboardEvent): KeyAction | undefined {
  const letter = /^[ -~]$/.test(key)
    ? key.toLowerCase()
    : /^Key[A-Z]$/.test(code)
      ? code.slice(3).toLowerCase()
      : key
  return ARROWS[key] ?? KEYS.find(([name]) => name === letter || name === key)?.[1]
}

/** Whether the key belongs to a field, a menu or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
  )
    return true
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target.closest('[role=combobox]') !== null
}
