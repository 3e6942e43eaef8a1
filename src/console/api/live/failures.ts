/**
 * Counts consecutive failures of live refetches. While the stream is connected nothing polls, so `refresher` retries a
 * failed query after growing pauses. After two failures, or one that a retry cannot mend (a 4xx), the query has the
 * status `error`, so that the page says that its data is old.
 */
import type { Query } from '@tanstack/react-query'
import { HttpError } from 'ra-core'
import { isFinalStatus } from '../../connection'

/** With this many failures the query gets the status `error`. A single failure may be a lost connection. */
const SHOW_AFTER = 2
/** The pause doubles with each failure, up to this. */
const MAX_PAUSE_MS = 60_000

export function createFailures(minIntervalMs: number) {
  /** Failures by query hash. They count only until the page itself reads the query, which changes `dataUpdatedAt`. */
  const failed = new Map<string, { times: number; dataUpdatedAt: number }>()

  const timesOf = ({ queryHash, state }: Query) => {
    const failure = failed.get(queryHash)
    return failure?.dataUpdatedAt === state.dataUpdatedAt ? failure.times : 0
  }

  return {
    /** The pause before the next try, in ms; 0 without failures. */
    pauseOf(query: Query): number {
      const times = timesOf(query)
      return times === 0 ? 0 : Math.min(minIntervalMs * 2 ** times, MAX_PAUSE_MS)
    },

    /** Counts a failure. @returns whether to try again */
    add(query: Query, error: Error): boolean {
      const times = timesOf(query) + 1
      failed.set(query.queryHash, { times, dataUpdatedAt: query.state.dataUpdatedAt })
      const isFinal = error instanceof HttpError && isFinalStatus(error.status)
      if ((isFinal || times >= SHOW_AFTER) && query.state.status !== 'error')
        query.setState({ status: 'error', error, errorUpdatedAt: Date.now(), isInvalidated: true })
      return !isFinal
    },
  }
}
