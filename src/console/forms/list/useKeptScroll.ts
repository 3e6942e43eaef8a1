/** Restores the scroll position of a list when the user comes back to it in the browser's history. */
import { useCallback, useRef } from 'react'
import { useLocation } from 'react-router'

interface Place {
  top: number
  left: number
}

/** Scroll positions in px by history entry (`location.key`); the oldest are dropped. */
const places = new Map<string, Place>()
const MAX_PLACES = 50

/** Returns a function that restores and then tracks an element's scroll position; that function returns its cleanup. */
export function useKeptScroll(): (element: HTMLElement) => () => void {
  const { key } = useLocation()
  const historyKey = useRef(key)
  historyKey.current = key
  return useCallback(element => {
    const place = places.get(historyKey.current)
    if (place) element.scrollTo(place)
    const remember = () => {
      // Deleted first, so that the key becomes the newest one of the map.
      places.delete(historyKey.current)
      places.set(historyKey.current, { top: element.scrollTop, left: element.scrollLeft })
      for (const oldest of places.keys()) if (places.size > MAX_PLACES) places.delete(oldest)
    }
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [])
}
