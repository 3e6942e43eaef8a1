/** What the dashboard asks for. Each answer is its own: one that fails leaves the others standing. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useFleet } from '../../api/verbs'
import { useConfig } from '../../config'
import type { Country } from './geometry'
import { UNPLACED } from './regions'

const KEY = 'dashboard'

export function useStats() {
  const fleet = useFleet()
  const { refreshMs } = useConfig().dashboard
  return useQuery({
    queryKey: [KEY, 'stats'],
    queryFn: ({ signal }) => fleet.dashboardStats(signal),
    refetchInterval: refreshMs,
  })
}

export function usePlaces() {
  const fleet = useFleet()
  const { refreshMs } = useConfig().dashboard
  return useQuery({
    queryKey: [KEY, 'places'],
    queryFn: ({ signal }) => fleet.places(signal),
    refetchInterval: refreshMs,
  })
}

/** The figures of one province (§2: clicking shows them). What has no place has no such call. */
export function usePlace(sido: string | undefined) {
  const fleet = useFleet()
  const { refreshMs } = useConfig().dashboard
  return useQuery({
    queryKey: [KEY, 'place', sido],
    queryFn: ({ signal }) => fleet.place(sido!, signal),
    enabled: sido !== undefined && sido !== UNPLACED,
    refetchInterval: refreshMs,
  })
}

export function useCountry() {
  const fleet = useFleet()
  const { url } = useConfig().dashboard.map
  return useQuery({
    queryKey: [KEY, 'map', url],
    queryFn: async ({ signal }) => countryOf(await fleet.countryMap(url, signal)),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

function countryOf(answer: unknown): Country {
  const country = answer as Partial<Country> | undefined
  if (!Array.isArray(country?.features)) throw new Error('shell.failure.unreadable')
  return country as Country
}

/** Asks for all of it before the screen is there, so that code and figures come at the same time. */
export function useFirstCalls(): void {
  useStats()
  usePlaces()
  useCountry()
}

/** Reads the figures of the country anew, to which the panel returns with it (§2); the map stays. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all(
      ['stats', 'places'].map(what => client.refetchQueries({ queryKey: [KEY, what], type: 'active' })),
    )
  }, [client])
}
