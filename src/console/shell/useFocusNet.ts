/**
 * Keeps the focus in the page when what had it goes: the row of a deleted record, a link of the last screen. Browsers
 * drop the focus to the body then, and who works with keyboard or screen reader begins at the top again.
 */
import { useEffect } from 'react'

export function useFocusNet(): void {
  useEffect(() => {
    // What had the focus last, and what it stood in, from the inside out.
    let trail: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      trail = []
      for (let at: Element | null = target; at; at = at.parentElement) trail.push(at)
    }
    const observer = new MutationObserver(() => {
      if (trail.length === 0 || trail[0]?.isConnected || document.activeElement !== document.body) return
      const next = trail.find(one => one.isConnected && one.hasAttribute('tabindex'))
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
