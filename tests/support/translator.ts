/**
 * Translates a page as browsers do: each text is replaced by an element with another text, also what appears later. The
 * words stay the same, so that a test still finds them.
 */

/** @returns a function that stops translating */
export function translatePage(root: HTMLElement = document.body): () => void {
  const observer = new MutationObserver(() => translate())
  const translate = () => {
    for (const text of textsIn(root)) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    // Forgets the changes made here, which need no translation.
    observer.takeRecords()
  }
  translate()
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

/** The texts that are not translated yet. */
function textsIn(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      node.nodeValue?.trim() &&
      parent &&
      !parent.closest('font, script, style, textarea, [contenteditable]')
    )
      found.push(node as Text)
  }
  return found
}
