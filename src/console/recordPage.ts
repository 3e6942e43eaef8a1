/** Paths of record pages, and the way back from them. */
import type { CompiledResource } from '../engine/compiled'
import { createObservable } from './observable'
import { showPath } from './paths'

/** The path of a record's page; `undefined` if config defines no page, or the user may not read the id. */
export const pageOf = (resource: CompiledResource | undefined, id: string | number): string | undefined =>
  resource?.page && id !== '' ? showPath(resource.path, id) : undefined

/**
 * The path of the page of a row in a list; `undefined` if the server has no page of devices (decision 22): its devices
 * have no `online`.
 */
export const pageOfRow = (
  resource: CompiledResource,
  record: { id: string | number; online?: unknown },
): string | undefined => (record.online === undefined ? undefined : pageOf(resource, record.id))

/**
 * Location state of links to a page: the back button of that page then goes back in the browser's history, which
 * restores the list.
 */
export const FROM_HERE = { cameFrom: 'link' } as const

export const hasWayBack = (state: unknown): boolean =>
  (state as Partial<typeof FROM_HERE> | null)?.cameFrom === FROM_HERE.cameFrom

/** The record that the user has just created: its list scrolls to it and marks it. */
export const highlightedRecord = createObservable<{ resource: string; id: string } | undefined>(undefined)
