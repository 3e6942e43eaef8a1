/** True while the page is printed, which uses the light theme. (MUI's `useMediaQuery` warns about `print`.) */
import { useSyncExternalStore } from 'react'

const print = matchMedia('print')

const subscribe = (changed: () => void) => {
  print.addEventListener('change', changed)
  return () => print.removeEventListener('change', changed)
}

export const usePrinting = () => useSyncExternalStore(subscribe, () => print.matches)
