/** The click on a row of a list. Loaded with the first one. */
import type { MouseEvent } from 'react'

/** The elements of a row that handle a click themselves. */
const CONTROLS = 'a, button, input, label, [role=button], [tabindex="0"]'

/** A click on a row or card, beside its links and buttons, opens the page of its record like a click on its name. */
export function openRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const element = target as Element
  const row = element.closest('tr, li')
  const link = row?.querySelector<HTMLAnchorElement>('.page-link')
  // The table around the rows is focusable as well.
  const isOnControl = row?.contains(element.closest(CONTROLS))
  // The release of a selection of text is a click, too.
  if (!link || isOnControl || String(getSelection()) !== '') return
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, '_blank', 'noopener')
  else if (button === 0) link.click()
}
