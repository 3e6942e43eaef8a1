/**
 * The timeline of a device, newest first: orders and their results, connections, changes. Each kind is read from its
 * own table as far as a page needs it; a page begins after the last entry of the one before, so that entries added in
 * between do not shift it.
 */
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../contract/devicePage'
import type { Tenant } from '../tenancy'
import { type Cursor, followsOf, type Placed, writeCursor } from './timelineCursor'
import { TIMELINE_SOURCES } from './timelineSources'

interface TimelinePage {
  entries: TimelineEntry[]
  /** `undefined` on the last page. */
  next: string | undefined
}

/** @param isVisible false for fields of devices that the caller may not see */
export async function listTimeline(
  tenant: Tenant,
  device: string,
  { kinds, before, limit }: { kinds: readonly TimelineKind[]; before: Cursor | undefined; limit: number },
  isVisible: (field: string) => boolean,
): Promise<TimelinePage> {
  const found: (Placed & { kind: TimelineKind })[] = []
  // One after another: PGlite has one connection.
  for (const kind of TIMELINE_KINDS.filter(one => kinds.includes(one))) {
    const reach = { device, follows: followsOf(kind, before), limit: limit + 1 }
    for (const placed of await TIMELINE_SOURCES[kind](tenant, reach, isVisible))
      found.push({ ...placed, kind })
  }
  // Stable: entries of one moment stay in the order of kinds and keys.
  found.sort((one, other) => other.micros - one.micros)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: page.map(({ entry }) => entry),
    next: last && found.length > limit ? writeCursor(last) : undefined,
  }
}
