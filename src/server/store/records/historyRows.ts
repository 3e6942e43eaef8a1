/** The rows of the history (decision 114), which lists show like records. */
import { sql } from 'kysely'
import { hasLevel } from '../../../domain/authority'
import { isObject, ownValue } from '../../../domain/own'
import type { CompiledConfig } from '../../../engine/compiled'
import { historyField } from '../../../engine/stored'
import type { Extra } from '../schema'
import type { Tenant } from '../tenancy'

/** Counts of an order's devices in its history. */
const DEVICE_COUNTS = ['total', 'cancelled']

/** The rows in scope, without session and IP address of actors that the caller may not know. */
export function historyRows(tenant: Tenant) {
  const ofKnown = (column: 'session' | 'origin') =>
    sql<string>`case when ${tenant.maySeeActor} then ${sql.ref(`history.${column}`)} else '' end`
  // The counts would include devices outside the row rule.
  const values = (column: 'before' | 'after') =>
    tenant.hasRules('devices')
      ? sql<Extra | null>`case when resource = 'orders'
          then ${sql.ref(`history.${column}`)} - ${sql.lit(DEVICE_COUNTS[0])} - ${sql.lit(DEVICE_COUNTS[1])}
          else ${sql.ref(`history.${column}`)} end`
      : sql<Extra | null>`${sql.ref(`history.${column}`)}`
  return tenant
    .history()
    .select(['history.id', 'history.at', 'action', 'resource', 'record', 'label', 'vendor_id', 'request'])
    .select(['history.at as created', 'history.at as updated', 'history.client as client_name'])
    .select(['history.client_id as client', ofKnown('session').as('session'), ofKnown('origin').as('origin')])
    .select([values('before').as('before'), values('after').as('after'), sql<Extra>`'{}'::jsonb`.as('extra')])
    .select(sql<null>`null::text[]`.as('pictures'))
}

type HistoryStored = Awaited<ReturnType<ReturnType<typeof historyRows>['execute']>>[number]

/** A row in the API: the values of fields that the caller may read. */
export function historyToWire(
  { at, client, vendor_id, before, after, extra: _, pictures: _pictures, ...row }: HistoryStored,
  { config, level }: { config: CompiledConfig; level?: number | undefined },
) {
  const resource = ownValue(config.resources, row.resource)
  const isReadable = (name: string) => {
    const field = resource && historyField(resource, name)
    return !field || level === undefined || hasLevel(level, field.read, config.levels.numbers)
  }
  // The right to read `after` is the right to read the whole change.
  const changes = ownValue(config.resources, 'history')?.fields.after
  const mayReadChanges =
    level === undefined || !changes || hasLevel(level, changes.read, config.levels.numbers)
  const readable = (values: Extra | null) =>
    mayReadChanges && isObject(values)
      ? Object.fromEntries(Object.entries(values).filter(([name]) => isReadable(name)))
      : null
  return {
    ...row,
    at: at.toISOString(),
    client: client ?? 0,
    vendor: vendor_id,
    before: readable(before),
    after: readable(after),
  }
}
