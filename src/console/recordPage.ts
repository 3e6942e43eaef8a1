/** The pages of single records, and where they lead to. */
import type { CompiledResource } from '../engine/compiled'
import { showPath } from './paths'

/** The page of a record of our server; `undefined` where config describes none, or the caller may not know the id. */
export const pageOf = (resource: CompiledResource | undefined, id: string | number): string | undefined =>
  resource?.page && id !== '' ? showPath(resource.path, id) : undefined

/**
 * The same of a device of any server: only ours has the call (decision 22), and says of its devices whether they are
 * online.
 */
export const pageOfRow = (
  resource: CompiledResource,
  record: { id: string | number; online?: unknown },
): string | undefined => (record.online === undefined ? undefined : pageOf(resource, record.id))

/**
 * What a link to a page says of where it stands: the way back is the browser's own, so that a list is found as it was.
 */
export const FROM_HERE = { cameFrom: 'link' } as const

export const hasWayBack = (state: unknown): boolean =>
  (state as Partial<typeof FROM_HERE> | null)?.cameFrom === FROM_HERE.cameFrom
