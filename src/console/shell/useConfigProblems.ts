/** The problems of the server's config files, for masters; none if the server does not have the call (decision 22). */
import { useQuery } from '@tanstack/react-query'
import { useI18nProvider } from 'ra-core'
import { useFleet } from '../api/fleet'
import { useHasLevel } from '../auth/access'

const POLL_MS = 60_000

export function useConfigProblems() {
  const fleet = useFleet()
  // The locale of the loaded messages, which requests use. `useLocale` changes before they are loaded.
  const locale = useI18nProvider().getLocale()
  const { data } = useQuery({
    queryKey: ['configProblems', locale],
    queryFn: async ({ signal }) => (await fleet.configProblems(signal)) ?? null,
    enabled: useHasLevel()('master'),
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
    refetchOnWindowFocus: true,
    staleTime: POLL_MS / 4,
    retry: false,
  })
  return data ?? []
}
