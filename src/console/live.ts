/**
 * The part of live updates that is in the first load: whether a stream of changes runs, the `meta` of live queries, and
 * the new rows of the list on the screen. The code of the stream is fetched later (`api/live`, `shell/LiveUpdates`).
 */
import type { Query } from '@tanstack/react-query'
import { createObservable, useObservable } from './observable'

/** `none`: this server has no stream, or it has not begun; queries poll then. `lost`: the stream broke. */
export type LiveState = 'none' | 'live' | 'lost'

export const liveState = createObservable<LiveState>('none')

/** For `refetchInterval`: no polling while the stream of changes runs. */
export const usePolling = (everyMs: number): number | false =>
  useObservable(liveState) === 'live' ? false : everyMs

/** The `meta` of a query that is read again when something changes. */
export interface LiveMeta extends Record<string, unknown> {
  /** Resources whose changes it shows. */
  live: readonly string[]
  /** Its rows change in place; new ones and another order are offered (`NewRows`). */
  rows?: true
  /** The query shows only this record of the first resource of `live`. */
  record?: string
}

/**
 * The `LiveMeta` of a query. react-admin's reference controllers put it into the parameters of the query key instead of
 * `meta`.
 */
export function liveMetaOf({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>): LiveMeta | undefined {
  const asked = meta?.live ? meta : (queryKey[2] as { meta?: Partial<LiveMeta> } | undefined)?.meta
  return asked?.live ? (asked as LiveMeta) : undefined
}

/** The present state of a list whose screen still shows an earlier one. */
export interface NewRows {
  /** The rows on the screen. */
  shown: readonly unknown[]
  /** How many rows are new; 0 if only the order has changed or rows have gone. */
  count: number
  /** Shows the list as it is. */
  show: () => void
}

export const newRows = createObservable<NewRows | undefined>(undefined)
