/** The settings of react-query: requests fail at once without a network, and are retried when the server is back. */
import { type Query, QueryClient } from '@tanstack/react-query'
import { HttpError } from 'ra-core'
import { isOutage } from '../connection'

/** Younger data is not fetched again. */
export const STALE_MS = 5_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // By default queries pause without a network: the skeleton would stay without any message (decision 196).
        networkMode: 'always',
        refetchOnReconnect: true,
        // One retry, only if there was no response: a refusal would stay the same.
        retry: (count, error) => count < 1 && error instanceof HttpError && error.body?.code === 'network',
        refetchOnWindowFocus: false,
        staleTime: STALE_MS,
      },
      // By default writes wait for the network, and would be sent when the user no longer expects it.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Refetches visible queries that failed because the server was unreachable. */
export const refetchFailed = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: 'active', predicate: isFailedByOutage })

function isFailedByOutage({ state }: Query): boolean {
  const { error, status } = state
  if (status !== 'error' || !(error instanceof HttpError)) return false
  return isOutage(error.status) && error.body?.code !== 'cancelled'
}
