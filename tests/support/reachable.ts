/**
 * Checks that everything on a page is reachable at its current size (WCAG 1.4.10, 2.4.11): no unintended horizontal
 * scrolling, no focused control hidden by a bar, no truncated text without a way to read it in full, no overlapping
 * texts.
 */
import type { Locator, Page } from './journey'

/**
 * @returns a line for each finding. If a dialog or menu is open, only the topmost one is checked.
 */
export async function unreachable(page: Page): Promise<string[]> {
  // Move the mouse away, so that no tooltip is open.
  await page.mouse.move(0, 0)
  return page.evaluate(findingsInPage)
}

/** Whether all of an element is within the window. */
export const isWholeInView = (element: Locator): Promise<boolean> =>
  element.evaluate(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left
  })

/** Runs in the page, so it cannot call functions of this module. */
async function findingsInPage(): Promise<string[]> {
  // Wait until the layout is stable: the page measures and renders again after a change of size.
  const drawn = () => `${document.querySelectorAll('*').length} ${document.documentElement.scrollHeight}`
  for (let same = 0, before = ''; same < 3; ) {
    await new Promise(requestAnimationFrame)
    await new Promise(done => setTimeout(done))
    const now = drawn()
    same = now === before ? same + 1 : 0
    before = now
  }
  const findings = new Set<string>()
  const OPEN = '.MuiModal-root, .MuiPickerPopper-root, .MuiAutocomplete-popper'
  const modals = [...document.querySelectorAll<HTMLElement>(OPEN)].filter(
    modal => modal.getAttribute('aria-hidden') !== 'true' && !modal.className.includes('hidden'),
  )
  const modal = modals.at(-1)
  const scope = modal ?? document.body
  const { clientWidth: width, clientHeight: height } = document.documentElement

  const nameOf = (element: Element) => {
    const text = (element.getAttribute('aria-label') || element.textContent || '').trim().replace(/\s+/g, ' ')
    const role = element.getAttribute('role')
    const of = element.closest('[data-widget], section[aria-label], nav, header, footer, table, form, ul')
    const place = of && of !== element ? ` in ${of.tagName.toLowerCase()}` : ''
    return `${element.tagName.toLowerCase()}${role ? `[${role}]` : ''} "${text.slice(0, 32)}"${place}`
  }
  /** Computed styles, cached because reading them takes most of the time; scrolling does not change them. */
  const styles = new Map<Element, ReturnType<typeof readStyle>>()
  const readStyle = (element: Element) => {
    const { clipPath, display, overflowX, overflowY, position, textOverflow, width } =
      getComputedStyle(element)
    return { clipPath, display, overflowX, overflowY, position, textOverflow, width }
  }
  const styleOf = (element: Element) => {
    const known = styles.get(element)
    if (known) return known
    const style = readStyle(element)
    styles.set(element, style)
    return style
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  const clips = (value: string) => value === 'hidden' || value === 'clip'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  /** True for an element that only screen readers read. */
  const isForScreenReaders = (element: Element): boolean => {
    const { clipPath, position, width: wide } = styleOf(element)
    if (clipPath === 'inset(50%)' || (position === 'absolute' && wide === '1px')) return true
    return element.parentElement !== null && isForScreenReaders(element.parentElement)
  }

  // The page must never scroll sideways; within it only tables and code may, in regions with keyboard access.
  const page = document.scrollingElement!
  if (page.scrollWidth > page.clientWidth) {
    const widest = [...document.body.querySelectorAll('*')].filter(element => {
      if (!isShown(element) || isForScreenReaders(element)) return false
      if (element.getBoundingClientRect().right + scrollX <= page.clientWidth + 1) return false
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (styleOf(box).overflowX !== 'visible') return false
      return true
    })
    findings.add(
      `the page scrolls sideways by ${page.scrollWidth - page.clientWidth}: ${widest.slice(-1).map(nameOf)}`,
    )
  }
  for (const element of scope.querySelectorAll<HTMLElement>('*')) {
    if (element.scrollWidth <= element.clientWidth + 1 || !isShown(element)) continue
    if (!scrolls(styleOf(element).overflowX) || element instanceof HTMLTextAreaElement) continue
    const isIntended =
      element.querySelector('table') &&
      element.matches('[role=region][tabindex="0"], [role=group][tabindex="0"]')
    if (
      !isIntended &&
      !element.closest('.cm-editor, pre, [data-sideways], [role=tablist], .MuiTabs-scroller')
    )
      findings.add(`scrolls sideways: ${nameOf(element)}`)
  }

  // Controls: scroll each into view as focus does, forwards and backwards; it must not be covered then.
  const CONTROLS =
    'a[href], button, input, select, textarea, [tabindex], [role=option], [role^=menuitem], [role=radio], [role=checkbox]'
  // Rows are alike: the first two and the last stand for all.
  const isMiddleRow = (row: Element | null) =>
    row?.previousElementSibling?.previousElementSibling && row.nextElementSibling
  const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(element => {
    if (!isShown(element) || element.closest('[aria-hidden=true], [inert]')) return false
    // Disabled menu items are not reached by the keyboard.
    if (element.matches('[role^=menuitem][aria-disabled=true]')) return false
    if (element.getAttribute('tabindex') === '-1' && !element.matches('[role=option], [role^=menuitem]'))
      return false
    if (isMiddleRow(element.closest('tbody > tr, li.MuiCard-root'))) return false
    // Leave out shapes of the map, and the skip link, which is off screen until focused.
    if (element.closest('svg') || element.matches('a[href="#main-content"]')) return false
    const { width: wide, height: high } = element.getBoundingClientRect()
    return wide > 2 && high > 2 && !isForScreenReaders(element)
  })
  const before = [...document.querySelectorAll<HTMLElement>('*')]
    .filter(element => element.scrollTop !== 0 || element.scrollLeft !== 0)
    .map(element => [element, element.scrollTop, element.scrollLeft] as const)
  /** The centre of the visible part of a box, after clipping by its ancestors and the window. */
  const visibleCentreOf = (element: HTMLElement, box: DOMRect) => {
    let { left, top, right, bottom } = box
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      const { overflowX, overflowY, position } = styleOf(ancestor)
      const around = ancestor.getBoundingClientRect()
      if (overflowX !== 'visible')
        [left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
      if (overflowY !== 'visible')
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)]
      if (position === 'fixed') break
    }
    ;[left, top, right, bottom] = [
      Math.max(left, 0),
      Math.max(top, 0),
      Math.min(right, width),
      Math.min(bottom, height),
    ]
    if (right - left < 2 || bottom - top < 2) return undefined
    return { x: (left + right) / 2, y: (top + bottom) / 2 }
  }
  const isHit = (element: HTMLElement, hit: Element | null) => {
    if (!hit || hit === element || element.contains(hit)) return true
    // It is also enough to hit the label or the frame of an input.
    const frame = element.closest('label, .MuiInputBase-root, .MuiButtonBase-root, [role=option]')
    if (frame?.contains(hit)) return true
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    return labels.some(label => label.contains(hit))
  }
  const faultOf = (element: HTMLElement, way: string) => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    // A link of several lines has a box for each line.
    const points = [...element.getClientRects()].flatMap(box => visibleCentreOf(element, box) ?? [])
    const hits = points.map(({ x, y }) => document.elementFromPoint(x, y))
    if (points.length === 0) return `out of sight ${way}: ${nameOf(element)}`
    if (hits.some(hit => isHit(element, hit))) return undefined
    return `covered ${way}: ${nameOf(element)} by ${nameOf(hits[0]!)}`
  }
  for (const [way, list] of [
    ['going on', controls],
    ['going back', controls.toReversed()],
  ] as const) {
    for (const element of list) {
      if (!faultOf(element, way)) continue
      // Popups follow their anchor within the next frames.
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      const wrong = faultOf(element, way)
      if (wrong) findings.add(wrong)
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>('*'))
    if (element.scrollTop !== 0 || element.scrollLeft !== 0)
      element.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  for (const [element, top, left] of before) element.scrollTo({ top, left, behavior: 'instant' })

  // Texts must not overlap. They may be truncated only within elements that show the full text on demand
  // (`data-truncated`, a control that opens).
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const texts: { element: Element; box: DOMRect; layer: Element | null }[] = []
  /** Elements without children, by their text. */
  const leaves = new Map<string, Element[]>()
  for (const element of scope.querySelectorAll('*')) {
    const text = element.textContent ?? ''
    if (element.childElementCount > 0 || text === '') continue
    const alike = leaves.get(text)
    if (alike) alike.push(element)
    else leaves.set(text, [element])
  }
  /** True if the same text is also shown elsewhere in full. */
  const isShownElsewhere = (element: Element) =>
    (leaves.get(element.textContent ?? '') ?? []).some(
      other =>
        other !== element &&
        isShown(other) &&
        other.scrollWidth <= other.clientWidth + 1 &&
        other.getBoundingClientRect().width > 0,
    )
  const layerOf = (element: Element) => {
    for (let layer: Element | null = element; layer; layer = layer.parentElement) {
      const { position } = styleOf(layer)
      if (position === 'fixed' || position === 'sticky' || position === 'absolute') return layer
    }
    return null
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    if (!node.textContent?.trim() || element.matches('script, style, title, noscript, option')) continue
    if (
      !isShown(element) ||
      element.closest('svg, [aria-hidden=true], legend, .cm-editor') ||
      isForScreenReaders(element)
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(rect => rect.width > 0 && rect.height > 0)
    let scrolled = false
    for (let parent: Element | null = element; parent && parent !== scope; parent = parent.parentElement) {
      const { overflowX, overflowY, textOverflow } = styleOf(parent)
      const box = parent.getBoundingClientRect()
      const cutsX =
        clips(overflowX) && rects.some(rect => rect.right > box.right + 1.5 || rect.left < box.left - 1.5)
      const cutsY =
        clips(overflowY) && rects.some(rect => rect.bottom > box.bottom + 4 || rect.top < box.top - 4)
      if ((cutsX || cutsY) && !scrolled) {
        // This element shows the full text on focus, hover or tap.
        const truncated =
          element.closest<HTMLElement>('[data-truncated]') ??
          parent.querySelector<HTMLElement>('[data-truncated]')
        const focusable =
          truncated &&
          (truncated.tabIndex === 0 ||
            truncated.closest('a[href], button') ||
            truncated.querySelector('a[href], button'))
        const opens = element.closest('[role=combobox]') || isShownElsewhere(element)
        if (!focusable && !opens)
          findings.add(`cut ${cutsX ? `across (${textOverflow})` : 'down'}: ${nameOf(element)}`)
        break
      }
      scrolled ||= scrolls(overflowX) || scrolls(overflowY)
    }
    const box = range.getBoundingClientRect()
    if (rects.length > 0 && !scrolled && !element.closest('[data-truncated]'))
      texts.push({ element, box, layer: layerOf(element) })
  }
  // Sorted by top, so that the inner loop can stop at the first text below.
  texts.sort((text, other) => text.box.top - other.box.top)
  for (const [index, text] of texts.entries()) {
    for (let next = index + 1; next < texts.length; next++) {
      const other = texts[next]!
      if (other.box.top >= text.box.bottom) break
      if (text.layer !== other.layer) continue
      const wide = Math.min(text.box.right, other.box.right) - Math.max(text.box.left, other.box.left)
      const high = Math.min(text.box.bottom, other.box.bottom) - Math.max(text.box.top, other.box.top)
      if (wide <= 3 || high <= 5) continue
      // Two parts of one paragraph flow into each other.
      const common = text.element.contains(other.element) || other.element.contains(text.element)
      const inline = styleOf(text.element).display === 'inline' || styleOf(other.element).display === 'inline'
      if (common || inline) continue
      findings.add(`overlap: ${nameOf(text.element)} and ${nameOf(other.element)}`)
    }
  }
  return [...findings]
}
