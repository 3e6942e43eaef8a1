/**
 * How the console reads and writes: a failure is a failure, also without a network, and what failed for want of an
 * answer comes back.
 */
import { type Query, QueryClient } from '@tanstack/react-query'
import { HttpError } from 'ra-core'
import { isOutage } from '../connection'

/** An answer younger than this is not asked for again. */
export const STALE_MS = 5_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The library would pause without a network: a skeleton for ever, and nothing that says why (decision 196).
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal will not change by asking again; a network that was away for a moment may.
        retry: (count, error) => count < 1 && error instanceof HttpError && error.body?.code === 'network',
        refetchOnWindowFocus: false,
        staleTime: STALE_MS,
      },
      // A write that waits for the network would be sent when the user no longer sees it.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Reads again what is shown and failed for want of an answer. */
export const refetchFailed = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: 'active', predicate: failedForOutage })

function failedForOutage({ state }: Query): boolean {
  const { error, status } = state
  if (status !== 'error' || !(error instanceof HttpError)) return false
  return isOutage(error.status) && error.body?.code !== 'cancelled'
}
