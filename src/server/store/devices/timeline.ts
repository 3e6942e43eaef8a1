/**
 * Reads a page of a device's timeline, newest first: orders and their results, connections, changes. Each kind is read
 * from its table, up to the size of a page. A page begins after the last entry of the previous one, so entries added
 * meanwhile do not shift it.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../contract/devicePage'
import type { HistoryAction } from '../../../contract/history'
import { wireTime } from '../../../domain/dates'
import type { CompiledResource } from '../../../engine/compiled'
import { concealHistory } from '../history'
import type { Tenant } from '../tenancy'

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

/** Reads the entries of one kind of a device's timeline. */
type Source = (
  tenant: Tenant,
  page: PageQuery,
  isVisible: (field: string) => boolean,
) => Promise<SortedEntry[]>

const TIMELINE_SOURCES: Readonly<Record<TimelineKind, Source>> = {
  order: ordersOf,
  result: resultsOf,
  connection: connectionsOf,
  change: changesOf,
}

/** The orders in scope that have the device as a target, with the status of this target. */
const targetsOf = (tenant: Tenant, device: string) =>
  tenant
    .targets()
    .where('order_targets.device_id', '=', device)
    .select(['orders.id', 'orders.title', 'orders.caption', 'orders.sender_name', 'orders.created'])
    .select(['order_targets.status', 'order_targets.reason', 'order_targets.changed'])

type TargetRow = Awaited<ReturnType<ReturnType<typeof targetsOf>['execute']>>[number]

const ORDER_ID = sql.ref('orders.id')

const orderPart = ({ id, title, caption, status, reason }: TargetRow) => ({
  key: String(id),
  order: id,
  title,
  caption,
  status,
  reason: reason ?? '',
})

async function ordersOf(tenant: Tenant, page: PageQuery): Promise<SortedEntry[]> {
  const rows = selectPage(targetsOf(tenant, page.device), page, sql.ref('orders.created'), ORDER_ID)
  return (await rows.execute()).map(({ micros, ...row }) => ({
    micros,
    key: String(row.id),
    entry: {
      kind: 'order',
      ...orderPart(row),
      at: row.created.toISOString(),
      from: row.sender_name,
      changed: row.changed.toISOString(),
    },
  }))
}

async function resultsOf(tenant: Tenant, page: PageQuery): Promise<SortedEntry[]> {
  const ended = targetsOf(tenant, page.device).where('order_targets.status', 'in', ['success', 'failure'])
  const rows = selectPage(ended, page, sql.ref('order_targets.changed'), ORDER_ID)
  return (await rows.execute()).map(({ micros, ...row }) => ({
    micros,
    key: String(row.id),
    entry: { kind: 'result', ...orderPart(row), at: row.changed.toISOString() },
  }))
}

async function connectionsOf(tenant: Tenant, page: PageQuery): Promise<SortedEntry[]> {
  const all = tenant
    .connections()
    .where('device_connections.device_id', '=', page.device)
    .select(['device_connections.session', 'device_connections.linked', 'device_connections.closed'])
    .select('device_connections.reconnects')
  const key = sql`device_connections.session collate "C"`
  const rows = selectPage(all, page, sql.ref('device_connections.linked'), key)
  return (await rows.execute()).map(({ micros, session, linked, closed, reconnects }) => ({
    micros,
    key: session,
    entry: {
      kind: 'connection',
      key: `${micros} ${session}`,
      at: linked.toISOString(),
      closed: wireTime(closed),
      reconnects,
    },
  }))
}

interface MoveRow {
  at: Date
  batch_id: number
  vendor_id: number | null
  /** Fields of the device before and after, with the names of the history. */
  was: Record<string, unknown>
  became: Record<string, unknown>
}

/** The moves of the device between batches or vendors (`device_moves`), one row for each history row. */
const movesOf = (device: string) => {
  const value = (side: 'before' | 'after') =>
    sql`jsonb_object_agg(field, case field when 'batch' then to_jsonb(${sql.ref(side)}) else to_jsonb(${sql.ref(side)}::integer) end)`
  return sql<MoveRow>`(
    select at, batch_id, vendor_id, ${value('before')} as was, ${value('after')} as became
    from device_moves where device_id = ${device} group by at, batch_id, vendor_id)`
}

/**
 * Whether a history row of the same time describes the moves: the row of their batch, or for a change of many devices
 * (batch 0) the row of their vendor.
 */
const IS_ABOUT_MOVE = sql<boolean>`(
  history.resource = 'batches' and history.record = moved.batch_id::text
  or history.resource = 'devices' and history.action in ('changedMany', 'undone')
    and moved.batch_id = 0 and moved.vendor_id = history.vendor_id)`

/**
 * Changes from the history, if the caller may read it: rows about the device itself, the roster that registered it, and
 * the changes that moved it (`device_moves`), such as an upload for a batch or a change of many devices.
 */
async function changesOf(
  tenant: Tenant,
  page: PageQuery,
  isVisible: (field: string) => boolean,
): Promise<SortedEntry[]> {
  const { device } = page
  const aboutDevice = tenant
    .history()
    .where('history.resource', '=', 'devices')
    .where('history.record', '=', device)
    .select('history.id')
  // A roster registers its devices in one transaction, so both have the same time.
  const roster = tenant
    .history()
    .where('history.at', '=', tenant.devices().where('devices.id', '=', device).select('devices.created'))
    .where('history.resource', '=', 'devices')
    .where('history.action', '=', 'registered')
    .select('history.id')
  const moved = movesOf(device).as<'moved'>(sql`moved`)
  const moves = tenant
    .history()
    .innerJoin(moved, join => join.onRef('moved.at', '=', 'history.at').on(IS_ABOUT_MOVE))
    .select('history.id')
  const all = tenant
    .history()
    .where('history.id', 'in', aboutDevice.unionAll(roster).unionAll(moves))
    .leftJoin(moved, join => join.onRef('moved.at', '=', 'history.at').on(IS_ABOUT_MOVE))
    .select(['history.id', 'history.at', 'history.action', 'history.client'])
    .select(['history.before', 'history.after', 'moved.was', 'moved.became'])
  const rows = selectPage(all, page, sql.ref('history.at'), sql.ref('history.id'))
  const visible = (fields: Readonly<Record<string, unknown>> | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isVisible(name)))
  return (await rows.execute()).map(({ micros, id, at, action, client, was, became, before, after }) => {
    const isMove = was !== null && became !== null
    // The history row of a roster contains counts, not values of this device.
    const deviceAfter = action === 'registered' ? null : after
    return {
      micros,
      key: String(id),
      entry: {
        kind: 'change',
        key: String(id),
        at: at.toISOString(),
        action: isMove ? 'changed' : (action as HistoryAction),
        client_name: client,
        before: visible(isMove ? was : before),
        after: visible(isMove ? became : deviceAfter),
      },
    }
  })
}

/** The last entry of a page. Entries sort by time, kind and key. */
interface Cursor {
  /** Microseconds since 1970: the database's own precision. */
  micros: number
  kind: TimelineKind
  key: string
}

/** The query of a page for one kind of entry. */
interface PageQuery {
  device: string
  /** Condition: the entry comes after the previous page. */
  follows(at: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean>
  limit: number
}

/** An entry with its sort values. */
interface SortedEntry {
  micros: number
  key: string
  entry: TimelineEntry
}

/** The text of a cursor in the API. */
const writeCursor = ({ micros, kind, key }: Cursor) => `${micros}~${kind}~${key}`

/** Parses a cursor; `undefined` if it is invalid. */
export function readCursor(text: string): Cursor | undefined {
  const [, micros, kind, key] = /^(-?\d{1,16})~([a-z]+)~(.*)$/s.exec(text) ?? []
  const cursorKind = TIMELINE_KINDS.find(candidate => candidate === kind)
  if (micros === undefined || key === undefined || !cursorKind || !isKeyOf(cursorKind, key)) return undefined
  const number = Number(micros)
  return Number.isSafeInteger(number) ? { micros: number, kind: cursorKind, key } : undefined
}

/** Keys of connections are session names of the gateway, other keys are numbers. PostgreSQL text has no NUL. */
const isKeyOf = (kind: TimelineKind, key: string) =>
  kind === 'connection' ? !key.includes('\0') : /^\d{1,15}$/.test(key)

/** The condition that entries of a kind come after the last entry of the previous page, if there is one. */
function followsOf(kind: TimelineKind, before: Cursor | undefined): PageQuery['follows'] {
  if (!before) return () => sql<boolean>`true`
  // A multiple of an interval is exact; `to_timestamp` would round a fraction of seconds.
  const moment = sql`(timestamptz 'epoch' + ${before.micros}::double precision * interval '1 microsecond')`
  const kindOrder = TIMELINE_KINDS.indexOf(kind) - TIMELINE_KINDS.indexOf(before.kind)
  const lastKey = kind === 'connection' ? sql`${before.key}::text` : sql`${before.key}::bigint`
  return (at, key) => {
    // Entries of the same time are sorted by kind, and by key in descending order.
    const isAfter = kindOrder === 0 ? sql`${key} < ${lastKey}` : sql.lit(kindOrder > 0)
    return sql<boolean>`(${at} <= ${moment} and (${at} < ${moment} or ${isAfter}))`
  }
}

/** Sorts and limits the rows of a page, and selects their sort values. */
const selectPage = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { follows, limit }: PageQuery,
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) =>
  rows
    .where(follows(at, key))
    .select(sql<number>`(extract(epoch from ${at}) * 1000000)::bigint`.as('micros'))
    .orderBy(sql`${at} desc`)
    .orderBy(sql`${key} desc`)
    .limit(limit)
