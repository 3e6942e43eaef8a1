/** Where the entries of a device's timeline come from, by kind. */
import { sql } from 'kysely'
import type { TimelineKind } from '../../../contract/devicePage'
import type { HistoryAction } from '../../../contract/history'
import { wireTime } from '../../../domain/dates'
import type { Tenant } from '../tenancy'
import { type Placed, placed, type Reach } from './timelineCursor'

type Source = (tenant: Tenant, reach: Reach, isVisible: (field: string) => boolean) => Promise<Placed[]>

export const TIMELINE_SOURCES: Readonly<Record<TimelineKind, Source>> = {
  order: ordersOf,
  result: resultsOf,
  connection: connectionsOf,
  change: changesOf,
}

/** The orders in scope that the device was a target of. */
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

async function ordersOf(tenant: Tenant, reach: Reach): Promise<Placed[]> {
  const rows = placed(targetsOf(tenant, reach.device), reach, sql.ref('orders.created'), ORDER_ID)
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

async function resultsOf(tenant: Tenant, reach: Reach): Promise<Placed[]> {
  const ended = targetsOf(tenant, reach.device).where('order_targets.status', 'in', ['success', 'failure'])
  const rows = placed(ended, reach, sql.ref('order_targets.changed'), ORDER_ID)
  return (await rows.execute()).map(({ micros, ...row }) => ({
    micros,
    key: String(row.id),
    entry: { kind: 'result', ...orderPart(row), at: row.changed.toISOString() },
  }))
}

async function connectionsOf(tenant: Tenant, reach: Reach): Promise<Placed[]> {
  const all = tenant
    .connections()
    .where('device_connections.device_id', '=', reach.device)
    .select(['device_connections.session', 'device_connections.linked', 'device_connections.closed'])
  const key = sql`device_connections.session collate "C"`
  const rows = placed(all, reach, sql.ref('device_connections.linked'), key)
  return (await rows.execute()).map(({ micros, session, linked, closed }) => ({
    micros,
    key: session,
    entry: {
      kind: 'connection',
      key: `${micros} ${session}`,
      at: linked.toISOString(),
      closed: wireTime(closed),
    },
  }))
}

interface Moves {
  at: Date
  batch_id: number
  vendor_id: number | null
  /** Fields of the device, as in the history. */
  was: Record<string, unknown>
  became: Record<string, unknown>
}

/** By the row of history that tells of them. */
const movesOf = (device: string) => {
  const value = (side: 'before' | 'after') =>
    sql`jsonb_object_agg(field, case field when 'batch' then to_jsonb(${sql.ref(side)}) else to_jsonb(${sql.ref(side)}::integer) end)`
  return sql<Moves>`(
    select at, batch_id, vendor_id, ${value('before')} as was, ${value('after')} as became
    from device_moves where device_id = ${device} group by at, batch_id, vendor_id)`
}

/**
 * Whether a row of the history, of the same moment, is about the moves: that of their batch, or that of their vendor's
 * devices.
 */
const HAS_MOVED = sql<boolean>`(
  history.resource = 'batches' and history.record = moved.batch_id::text
  or history.resource = 'devices' and history.action in ('changedMany', 'undone')
    and moved.batch_id = 0 and moved.vendor_id = history.vendor_id)`

/**
 * From the history, for callers with the right to read it: the device's own rows, the roster that registered it, and
 * the uploads and deletions of batches and the changes of many that moved it (`device_moves`).
 */
async function changesOf(
  tenant: Tenant,
  reach: Reach,
  isVisible: (field: string) => boolean,
): Promise<Placed[]> {
  const { device } = reach
  const own = tenant
    .history()
    .where('history.resource', '=', 'devices')
    .where('history.record', '=', device)
    .select('history.id')
  // Roster and devices are of one transaction, and so of one moment.
  const roster = tenant
    .history()
    .where('history.at', '=', tenant.devices().where('devices.id', '=', device).select('devices.created'))
    .where('history.resource', '=', 'devices')
    .where('history.action', '=', 'registered')
    .select('history.id')
  const moved = movesOf(device).as<'moved'>(sql`moved`)
  const moves = tenant
    .history()
    .innerJoin(moved, join => join.onRef('moved.at', '=', 'history.at').on(HAS_MOVED))
    .select('history.id')
  const all = tenant
    .history()
    .where('history.id', 'in', own.unionAll(roster).unionAll(moves))
    .leftJoin(moved, join => join.onRef('moved.at', '=', 'history.at').on(HAS_MOVED))
    .select(['history.id', 'history.at', 'history.action', 'history.client'])
    .select(['history.before', 'history.after', 'moved.was', 'moved.became'])
  const rows = placed(all, reach, sql.ref('history.at'), sql.ref('history.id'))
  const visible = (fields: Readonly<Record<string, unknown>> | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isVisible(name)))
  return (await rows.execute()).map(({ micros, id, at, action, client, was, became, before, after }) => {
    const isMove = was !== null && became !== null
    // A roster's row of history holds counts, which are not about this device.
    const isRoster = action === 'registered'
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
        after: visible(isMove ? became : isRoster ? null : after),
      },
    }
  })
}
