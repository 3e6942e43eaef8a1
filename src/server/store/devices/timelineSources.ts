/** Reads the entries of a device's timeline from the database, by kind. */
import { sql } from 'kysely'
import type { TimelineKind } from '../../../contract/devicePage'
import type { HistoryAction } from '../../../contract/history'
import { wireTime } from '../../../domain/dates'
import type { Tenant } from '../tenancy'
import { type PageQuery, type SortedEntry, selectPage } from './timelineCursor'

type Source = (
  tenant: Tenant,
  page: PageQuery,
  isVisible: (field: string) => boolean,
) => Promise<SortedEntry[]>

export const TIMELINE_SOURCES: Readonly<Record<TimelineKind, Source>> = {
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
