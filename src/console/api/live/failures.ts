/**
 * Readings of a query that have failed in a row. While the stream runs nothing polls: what failed is tried again
 * without another change, after a growing pause, and the screen says that it is old, as after a reload that failed.
 */
import type { Query } from '@tanstack/react-query'
import { HttpError } from 'ra-core'

/** A list says that it is old once so many readings in a row have failed: one may be lost with its connection. */
const SHOW_AFTER = 2
/** The pause doubles up to this. */
const MAX_PAUSE_MS = 60_000

export function createFailures(minIntervalMs: number) {
  /** By the hash of a query; of which state of it, since the page may have read it itself. */
  const failed = new Map<string, { times: number; dataUpdatedAt: number }>()

  const timesOf = ({ queryHash, state }: Query) => {
    const failure = failed.get(queryHash)
    return failure?.dataUpdatedAt === state.dataUpdatedAt ? failure.times : 0
  }

  return {
    /** The shortest pause before the next reading. */
    pauseOf(query: Query): number {
      const times = timesOf(query)
      return times && Math.min(minIntervalMs * 2 ** times, MAX_PAUSE_MS)
    },

    /** @returns whether it is to be tried again */
    add(query: Query, error: Error): boolean {
      const times = timesOf(query) + 1
      failed.set(query.queryHash, { times, dataUpdatedAt: query.state.dataUpdatedAt })
      const isFinal = isRefusal(error)
      if ((isFinal || times >= SHOW_AFTER) && query.state.status !== 'error')
        query.setState({ status: 'error', error, errorUpdatedAt: Date.now(), isInvalidated: true })
      return !isFinal
    },
  }
}

/** Whether asking again would be answered the same. */
const isRefusal = (error: Error) =>
  error instanceof HttpError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status)
