/**
 * jsdom matches every rule of every style sheet against the element at each call of `getComputedStyle`, which Testing
 * Library calls thousands of times in a test. Only rules that hide an element or block its clicks can change a result:
 * style sheets without them are not inserted.
 */

const RELEVANT = /display\s*:\s*none|visibility|pointer-events/

/** By their text: each new cache of emotion inserts the same style sheets again. */
const inserted = new Map<string, HTMLStyleElement>()

export function lightenStyles(): void {
  HTMLStyleElement.prototype.appendChild = function appendChild<T extends Node>(
    this: HTMLStyleElement,
    text: T,
  ): T {
    const content = text.textContent ?? ''
    if (!RELEVANT.test(content)) {
      this.remove()
      return text
    }
    inserted.get(content)?.remove()
    inserted.set(content, this)
    return Node.prototype.appendChild.call(this, text) as T
  }
  // Emotion inserts a sheet before another one, which may have been removed.
  document.head.insertBefore = (node, before) =>
    Node.prototype.insertBefore.call(
      document.head,
      node,
      before?.parentNode === document.head ? before : null,
    ) as typeof node
}
