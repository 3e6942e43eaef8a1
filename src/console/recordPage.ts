/** Paths of record pages, and the way back from them. */
import type { CompiledResource } from '../engine/compiled'
import { createObservable } from './observable'
import { detailPath, showPath } from './paths'

export type Id = string | number

/** The path of a record's page; `undefined` if the resource has none, or the user may not read the id. */
export function pageOf(resource: CompiledResource | undefined, id: Id): string | undefined {
  if (!resource || id === '') return undefined
  if (isDetailPage(resource)) return detailPath(resource.path, id)
  return resource.form && showPath(resource.path, id)
}

/** Whether the page of a record is a screen of its own, below the list (§2). */
export const isDetailPage = ({ page, name }: CompiledResource) => page !== undefined || name === 'orders'

/**
 * Location state of links to a page: the back button of that page then goes back in the browser's history, which
 * restores the list.
 */
export const FROM_HERE = { cameFrom: 'link' } as const

export const hasWayBack = (state: unknown): boolean =>
  (state as Partial<typeof FROM_HERE> | null)?.cameFrom === FROM_HERE.cameFrom

/** The record that the user has just created: its list scrolls to it and marks it. */
export const highlightedRecord = createObservable<{ resource: string; id: string } | undefined>(undefined)
