/**
 * Reads a page of a device's timeline, newest first: orders and their results, connections, changes. Each kind is read
 * from its table, up to the size of a page. A page begins after the last entry of the previous one, so entries added
 * meanwhile do not shift it.
 */
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../contract/devicePage'
import type { CompiledResource } from '../../../engine/compiled'
import { concealHistory } from '../history'
import type { Tenant } from '../tenancy'
import { type Cursor, followsOf, type SortedEntry, TIMELINE_SOURCES, writeCursor } from './timelineSources'

interface TimelinePage {
  entries: TimelineEntry[]
  /** The cursor of the next page; `undefined` on the last page. */
  next: string | undefined
}

/**
 * Reads a page.
 *
 * @param before the last entry of the previous page
 * @param resource the resource `devices`
 * @param isVisible false for fields of devices that the caller may not see
 */
export async function listTimeline(
  tenant: Tenant,
  device: string,
  { kinds, before, limit }: { kinds: readonly TimelineKind[]; before: Cursor | undefined; limit: number },
  { resource, isVisible }: { resource: CompiledResource; isVisible: (field: string) => boolean },
): Promise<TimelinePage> {
  const candidates: (SortedEntry & { kind: TimelineKind })[] = []
  // Not in parallel: PGlite has one connection.
  for (const kind of TIMELINE_KINDS.filter(timelineKind => kinds.includes(timelineKind))) {
    // One more entry than fits shows that there is a next page.
    const query = { device, follows: followsOf(kind, before), limit: limit + 1 }
    for (const entry of await TIMELINE_SOURCES[kind](tenant, query, isVisible))
      candidates.push({ ...entry, kind })
  }
  // A stable sort: entries of the same time remain sorted by kind and key.
  candidates.sort((a, b) => b.micros - a.micros)
  const page = candidates.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: await concealChanges(
      tenant,
      page.map(({ entry }) => entry),
      resource,
    ),
    next: last && candidates.length > limit ? writeCursor(last) : undefined,
  }
}

/** Empties the references in changes of the device that lead out of the caller's scope. */
async function concealChanges(
  tenant: Tenant,
  entries: readonly TimelineEntry[],
  resource: CompiledResource,
): Promise<TimelineEntry[]> {
  const changes = entries.filter(entry => entry.kind === 'change')
  const shown = (await concealHistory(tenant, changes, () => resource)).values()
  return entries.map(entry => (entry.kind === 'change' ? shown.next().value! : entry))
}
