/**
 * Lists that a basic server sends whole. One is fetched once and answers every question about it, whatever the page,
 * order or filter, until it is stale, a record is saved, or a question comes a second time: that is a refresh.
 */
import type { RaRecord } from 'ra-core'
import { STALE_MS } from './queryClient'

/** Loads the code that cuts pages out of whole lists. */
export const loadWholePages = () => import('./wholePages')

interface WholeList {
  rows: readonly RaRecord[]
  fetchedAt: number
  requests: Set<string>
}

export function createWholeLists() {
  const lists = new Map<string, WholeList>()
  return {
    /** The rows, or undefined when the list must be fetched. */
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
