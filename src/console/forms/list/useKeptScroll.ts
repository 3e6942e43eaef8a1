/** Keeps the scroll position of a list for the browser's Back. */
import { useCallback, useRef } from 'react'
import { useLocation } from 'react-router'

interface Place {
  top: number
  left: number
}

/** By the entry of the browser's history; the oldest are forgotten. */
const places = new Map<string, Place>()
const MOST = 50

/** Restores the scroll position of an element, and follows it from then on. */
export function useKeptScroll(): (element: HTMLElement) => () => void {
  const { key } = useLocation()
  const entry = useRef(key)
  entry.current = key
  return useCallback(element => {
    const place = places.get(entry.current)
    if (place) element.scrollTo(place)
    const follow = () => {
      places.delete(entry.current)
      places.set(entry.current, { top: element.scrollTop, left: element.scrollLeft })
      for (const oldest of places.keys()) if (places.size > MOST) places.delete(oldest)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [])
}
