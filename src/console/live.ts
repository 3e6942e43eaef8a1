/**
 * The part of live updates that is in the initial bundle: the state of the stream of changes, the `meta` of live
 * queries, and the new rows of the list on the screen. The stream itself is loaded later (`api/live`,
 * `shell/LiveUpdates`).
 */
import type { Query } from '@tanstack/react-query'
import { createObservable, useObservable } from './observable'

/** `none`: no stream, or not connected yet; queries poll instead. `lost`: the stream is interrupted. */
export type LiveState = 'none' | 'live' | 'lost'

export const liveState = createObservable<LiveState>('none')

/** A value for `refetchInterval`: no polling while the stream runs. */
export const usePolling = (everyMs: number): number | false =>
  useObservable(liveState) === 'live' ? false : everyMs

/** The `meta` of a query that is refetched after changes. */
export interface LiveMeta extends Record<string, unknown> {
  /** Resources whose changes cause a refetch. */
  live: readonly string[]
  /** For lists: rows change in place; a new order or new rows are only offered (`NewRows`). */
  rows?: true
  /** The query shows only this record of the first resource of `live`. */
  record?: string
}

/**
 * The `LiveMeta` of a query: from its `meta`, or from the parameters in its key, where react-admin's reference
 * controllers put it.
 */
export function liveMetaOf({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>): LiveMeta | undefined {
  const liveMeta = meta?.live ? meta : (queryKey[2] as { meta?: Partial<LiveMeta> } | undefined)?.meta
  return liveMeta?.live ? (liveMeta as LiveMeta) : undefined
}

/** A newer state of the list on the screen, offered to the user. */
export interface NewRows {
  /** The rows on the screen. */
  shown: readonly unknown[]
  /** How many rows are new; 0 if only the order has changed or rows were removed. */
  count: number
  /** Shows the newer state. */
  show: () => void
}

export const newRows = createObservable<NewRows | undefined>(undefined)
