/**
 * True while the page is being printed: paper is white, whatever the theme. (MUI's `useMediaQuery` warns of `print`.)
 */
import { useSyncExternalStore } from 'react'

const print = matchMedia('print')

const subscribe = (changed: () => void) => {
  print.addEventListener('change', changed)
  return () => print.removeEventListener('change', changed)
}

export const usePrinting = () => useSyncExternalStore(subscribe, () => print.matches)
