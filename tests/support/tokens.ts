/** The sizes that the design allows, and the elements of a page that have others. */
import type { Page } from './journey'

/** Sizes in px. */
const TOKENS = {
  type: [12, 13, 14, 16, 20, 32],
  // 6 is for cells of tables (T2); 56 is the height of the bars.
  spacing: [0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 56],
  radius: [0, 2, 6, 10],
  // 44 is for fingers.
  control: [32, 40, 44],
}
export type Tokens = typeof TOKENS

/** One line for each size that is no token: its kind, its px, and an element that has it. */
export const sizesBeyondTokens = (page: Page): Promise<string[]> => page.evaluate(findSizes, TOKENS)

/** Runs in the page. */
function findSizes(tokens: Tokens): string[] {
  const found = new Map<string, string>()
  const note = (kind: keyof Tokens, px: number, element: Element) => {
    const rounded = Math.round(px * 10) / 10
    if (Number.isNaN(rounded) || tokens[kind].includes(rounded)) return
    const key = `${kind} ${rounded}`
    if (!found.has(key)) found.set(key, element.outerHTML.slice(0, 140))
  }
  for (const element of document.querySelectorAll('body *')) {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('svg, .visually-hidden, .MuiAutocomplete-inputRoot, .MuiBadge-badge')
    )
      continue
    const style = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const hasText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    )
    if (hasText) note('type', Number.parseFloat(style.fontSize), element)
    for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const)
      note('spacing', Number.parseFloat(style[`padding${side}`]), element)
    for (const gap of [style.rowGap, style.columnGap])
      if (gap !== 'normal') note('spacing', Number.parseFloat(gap), element)
    const radius = Number.parseFloat(style.borderTopLeftRadius)
    // A radius of half the height makes a full round.
    if (!style.borderTopLeftRadius.endsWith('%') && radius < Math.min(width, height) / 2)
      note('radius', radius, element)
    if (
      element.matches(
        '.MuiButton-root, .MuiIconButton-root, .MuiInputBase-root, .MuiToggleButton-root, .MuiTab-root',
      ) &&
      !element.matches('.MuiInputBase-multiline, .MuiInputAdornment-root *')
    )
      note('control', height, element)
  }
  return [...found].map(([size, element]) => `${size}: ${element}`)
}
