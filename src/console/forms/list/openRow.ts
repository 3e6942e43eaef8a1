/** A click on a row or card, beside its links and buttons, opens the page of its record like a click on its name. */
import type { MouseEvent } from 'react'

const CONTROLS = 'a, button, input, label, [role=button], [tabindex="0"]'

export function openRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const element = target as Element
  const link = element.closest('tr, li')?.querySelector<HTMLAnchorElement>('.page-link')
  // The release of a selection of text is a click, too.
  if (!link || element.closest(CONTROLS) || String(getSelection()) !== '') return
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, '_blank', 'noopener')
  else if (button === 0) link.click()
}
