/**
 * Begins the live console once the first screen is there: its code and its stream take nothing from what is waited for.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LazyPart } from '../ui/lazy/LazyPart'
import { lazyComponent } from '../ui/lazy/lazyComponent'

const LiveUpdates = lazyComponent(() => import('./LiveUpdates'))

/** Nothing is asked for so long twice in a row. */
const QUIET_MS = 600

export function LiveLater() {
  return (
    useFirstScreen() && (
      <LazyPart instead={null}>
        <LiveUpdates />
      </LazyPart>
    )
  )
}

function useFirstScreen(): boolean {
  const queries = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    let wasQuiet = false
    const looking = setInterval(() => {
      const isQuiet = queries.isFetching() === 0
      if (isQuiet && wasQuiet) {
        clearInterval(looking)
        setThere(true)
      }
      wasQuiet = isQuiet
    }, QUIET_MS)
    return () => clearInterval(looking)
  }, [queries])
  return isThere
}
