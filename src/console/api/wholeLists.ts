/**
 * A cache of lists that a basic server sends whole. One fetch serves all requests for any page, sort or filter. The
 * list is fetched again when it is stale, after a save, or if a request is repeated, since that is a refresh.
 */
import type { RaRecord } from 'ra-core'
import { STALE_MS } from './queryClient'

/** Loads the code that filters, sorts and pages whole lists: only a basic server needs it. */
export const loadWholePages = () => import('./wholePages')

interface WholeList {
  rows: readonly RaRecord[]
  fetchedAt: number
  requests: Set<string>
}

export function createWholeLists() {
  const lists = new Map<string, WholeList>()
  return {
    /**
     * The cached rows. `undefined` if the list must be fetched: it is missing or stale, or the request is repeated.
     *
     * @param key identifies the list and the user
     * @param request identifies page, sort and filter
     */
    find(key: string, request: string): readonly RaRecord[] | undefined {
      const list = lists.get(key)
      if (!list || list.requests.has(request) || Date.now() - list.fetchedAt >= STALE_MS) return undefined
      list.requests.add(request)
      return list.rows
    },
    store(key: string, request: string, rows: readonly RaRecord[]): void {
      lists.set(key, { rows, fetchedAt: Date.now(), requests: new Set([request]) })
    },
    clear: () => lists.clear(),
  }
}
