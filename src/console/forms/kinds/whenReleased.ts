/**
 * Does something once no button of the pointer is held any more: at once where none is. A sentence that appears while somebody
 * presses a button elsewhere would move that button away under the pointer, and the click would be lost.
 */
export function whenReleased(act: () => void): void {
  if (!document.querySelector(':active')) {
    act()
    return
  }
  const released = () => {
    window.removeEventListener('pointerup', released)
    window.removeEventListener('pointercancel', released)
    // The click comes first.
    setTimeout(act)
  }
  window.addEventListener('pointerup', released)
  window.addEventListener('pointercancel', released)
}
