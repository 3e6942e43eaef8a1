import { useEvent, useListContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { FilterValues } from './filterValues'

/**
 * The chosen filters, updated at once: react-admin applies them in a transition, which may finish much later in a busy
 * browser. Until then, further changes build on the pending ones.
 */
export function useChosenFilters() {
  const { filterValues, setFilters } = useListContext()
  const appliedKey = JSON.stringify(filterValues)
  const [lastAppliedKey, setLastAppliedKey] = useState(appliedKey)
  const [pending, setPending] = useState<readonly FilterValues[]>([])
  const chosen = pending.at(-1) ?? filterValues
  if (appliedKey !== lastAppliedKey) {
    setLastAppliedKey(appliedKey)
    // Filters that were not chosen here (by the back button, or a link) replace all pending ones.
    const index = pending.findIndex(values => JSON.stringify(values) === appliedKey)
    setPending(index < 0 ? [] : pending.slice(index + 1))
  }
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  const choose = useEvent((change: (values: FilterValues) => FilterValues) => {
    const next = change(latest.current)
    latest.current = next
    setPending(before => [...before, next])
    setFilters(next)
  })
  return { chosen, choose }
}

export type Filtering = ReturnType<typeof useChosenFilters>
