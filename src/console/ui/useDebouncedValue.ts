import { useDebouncedEvent } from 'ra-core'
import { useEffect, useState } from 'react'

/** The value, once it has not changed for so long. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value)
  const update = useDebouncedEvent(setDebounced, ms)
  useEffect(() => update(value), [update, value])
  return debounced
}
