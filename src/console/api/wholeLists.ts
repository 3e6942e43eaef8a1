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
  fetched: number
  questions: Set<string>
}

export function createWholeLists() {
  const lists = new Map<string, WholeList>()
  return {
    /** The rows, or undefined when the list must be fetched. */
    find(key: string, question: string): readonly RaRecord[] | undefined {
      const list = lists.get(key)
      if (!list || list.questions.has(question) || Date.now() - list.fetched >= STALE_MS) return undefined
      list.questions.add(question)
      return list.rows
    },
    keep(key: string, question: string, rows: readonly RaRecord[]): void {
      lists.set(key, { rows, fetched: Date.now(), questions: new Set([question]) })
    },
    forget: () => lists.clear(),
  }
}
