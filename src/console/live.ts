/**
 * What of the live console stands in the first load: whether a stream of changes runs, which queries it concerns, and the new rows of
 * the list on the screen. The stream itself is fetched later (`api/live`, `shell/LiveUpdates`).
 */
import type { Query } from '@tanstack/react-query'
import { createObservable, useObservable } from './observable'

/** `none`: this server has no stream, or it has not begun; what changes is asked for regularly then. `lost`: it broke. */
export type LiveState = 'none' | 'live' | 'lost'

export const liveState = createObservable<LiveState>('none')

/** For `refetchInterval`: nothing is asked regularly while a stream tells what has changed. */
export const usePolling = (everyMs: number): number | false =>
  useObservable(liveState) === 'live' ? false : everyMs

/** The `meta` of a query that is read again when something changes. */
export interface LiveMeta extends Record<string, unknown> {
  /** Resources whose changes it shows. */
  live: readonly string[]
  /** Its rows change in place; new ones and another order are offered (`NewRows`). */
  rows?: true
  /** Of the first of `live` it shows this record alone. */
  record?: string
}

/** What a query says of itself. react-admin's controllers of references keep its `meta` among their parameters. */
export function liveMetaOf({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>): LiveMeta | undefined {
  const asked = meta?.live ? meta : (queryKey[2] as { meta?: Partial<LiveMeta> } | undefined)?.meta
  return asked?.live ? (asked as LiveMeta) : undefined
}

/** A list on the screen as it would be now, while it shows what it did. */
export interface NewRows {
  /** The rows on the screen. */
  shown: readonly unknown[]
  /** How many are not among them; 0 where only their order is another, or some are gone. */
  count: number
  /** Shows the list as it is. */
  show: () => void
}

export const newRows = createObservable<NewRows | undefined>(undefined)
