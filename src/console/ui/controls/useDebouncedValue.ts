import { useDebouncedEvent } from 'ra-core'
import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** Follows a value once it has not changed for 250 ms. Used for searches while the user types. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  const update = useDebouncedEvent(setDebounced, DEBOUNCE_MS)
  useEffect(() => update(value), [update, value])
  return debounced
}
