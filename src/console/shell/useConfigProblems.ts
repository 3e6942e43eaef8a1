/**
 * Why the server refuses its config files; asked for seldom, by masters, where the server has such a call (decision
 * 22).
 */
import { useQuery } from '@tanstack/react-query'
import { useI18nProvider } from 'ra-core'
import { useFleet } from '../api/fleet'
import { useHasLevel } from '../auth/access'

const EVERY_MS = 60_000

export function useConfigProblems() {
  const fleet = useFleet()
  // The language of the sentences that are there, which requests ask for; `useLocale` changes before they have come.
  const locale = useI18nProvider().getLocale()
  const { data } = useQuery({
    queryKey: ['configProblems', locale],
    queryFn: async ({ signal }) => (await fleet.configProblems(signal)) ?? null,
    enabled: useHasLevel()('master'),
    refetchInterval: ({ state }) => (state.data === null ? false : EVERY_MS),
    refetchOnWindowFocus: true,
    staleTime: EVERY_MS / 4,
    retry: false,
  })
  return data ?? []
}
