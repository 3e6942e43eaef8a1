/**
 * Keeps the focus when the focused element is removed, such as the row of a deleted record: the closest focusable
 * ancestor gets it. Browsers would focus the body, so that keyboard and screen reader users start at the top again.
 */
import { useEffect } from 'react'

export function useFocusFallback(): void {
  useEffect(() => {
    // The last focused element and its ancestors, from the inside out.
    let focusPath: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      focusPath = []
      for (let element: Element | null = target; element; element = element.parentElement)
        focusPath.push(element)
    }
    const observer = new MutationObserver(() => {
      if (focusPath.length === 0 || focusPath[0]?.isConnected || document.activeElement !== document.body)
        return
      const next = focusPath.find(element => element.isConnected && element.hasAttribute('tabindex'))
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
