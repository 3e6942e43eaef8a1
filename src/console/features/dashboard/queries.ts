/**
 * The queries of the dashboard, separate so that one failure does not affect the other widgets. Use these hooks only in
 * components that mount together with their widget: a later mount sends the request again.
 */
import { useQuery } from '@tanstack/react-query'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { type LiveMeta, usePolling } from '../../live'
import type { Country } from './map/geometry'

const KEY = 'dashboard'

/** The resources whose changes affect the figures or the names of their rows. */
const LIVE: LiveMeta = { live: ['dashboard', 'devices', 'vendors', 'clients', 'models'] }

type Fleet = ReturnType<typeof useFleet>

export const useStats = () => useFigures('stats', (fleet, signal) => fleet.dashboardStats(signal))

/** The device counts of all provinces. */
export const useProvinces = () => useFigures('provinces', (fleet, signal) => fleet.provinces(signal))

/** The device counts of a province (§2); disabled without an id. */
export const useProvince = (sido: string | undefined) =>
  useFigures(`province ${sido}`, (fleet, signal) => fleet.province(sido!, signal), sido !== undefined)

function useFigures<T>(key: string, read: (fleet: Fleet, signal: AbortSignal) => Promise<T>, enabled = true) {
  const fleet = useFleet()
  const polling = usePolling(useConfig().dashboard.refreshMs)
  return useQuery({
    queryKey: [KEY, key],
    queryFn: ({ signal }) => read(fleet, signal),
    enabled,
    refetchInterval: polling,
    meta: LIVE,
  })
}

/**
 * Problems that need attention; null if the server does not have the call. Changes of devices cause no refetch, because
 * the server counts devices only once a minute.
 */
export function useAttention() {
  const fleet = useFleet()
  return useQuery({
    queryKey: [KEY, 'attention'],
    queryFn: ({ signal }) => fleet.attention(signal),
    refetchInterval: 30_000,
    meta: { live: ['orders'] } satisfies LiveMeta,
  })
}

/** Online devices over time; null on a server that does not record them. */
export function useOnlineHistory(enabled = true) {
  const fleet = useFleet()
  return useQuery({
    queryKey: [KEY, 'history'],
    queryFn: ({ signal }) => fleet.onlineHistory(signal),
    enabled,
    refetchInterval: 150_000,
    staleTime: 60_000,
  })
}

/** The outlines of the regions. */
export function useCountry() {
  const fleet = useFleet()
  const { url } = useConfig().dashboard.map
  return useQuery({
    queryKey: [KEY, 'map', url],
    queryFn: async ({ signal }) => {
      const country = (await fleet.countryMap(url, signal)) as Country | undefined
      if (!Array.isArray(country?.features)) throw new Error('shell.failure.unreadable')
      return country
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Sends the requests while the code of the screen loads. */
export function useFirstCalls(): void {
  useStats()
  useProvinces()
  useAttention()
  useCountry()
}
