/** Starts live updates after the first screen has loaded, so that their code and stream do not slow it down. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LazyPart } from '../ui/lazy/LazyPart'
import { lazyComponent } from '../ui/lazy/lazyComponent'

const LiveUpdates = lazyComponent(() => import('./LiveUpdates'))

/** The screen counts as loaded if two checks in a row find no running query. */
const CHECK_EVERY_MS = 600

export function DeferredLiveUpdates() {
  return (
    useIsFirstScreenLoaded() && (
      <LazyPart errorFallback={null}>
        <LiveUpdates />
      </LazyPart>
    )
  )
}

function useIsFirstScreenLoaded(): boolean {
  const queries = useQueryClient()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let wasQuiet = false
    const timer = setInterval(() => {
      const isQuiet = queries.isFetching() === 0
      if (isQuiet && wasQuiet) {
        clearInterval(timer)
        setLoaded(true)
      }
      wasQuiet = isQuiet
    }, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [queries])
  return isLoaded
}
