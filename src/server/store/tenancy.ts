/**
 * Access control of rows (decision 26). Every query on the data of tenants begins at a `Tenant`, which adds the
 * caller's scope (enforced by `tests/architecture/tenancy.test.ts`).
 */
import {
  type AliasableExpression,
  type DeleteQueryBuilder,
  type DeleteResult,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { hasLevel } from '../../domain/authority'
import { countedRows } from './countedRows'
import { countedOrders, countersOf, type Scope } from './counters'
import type { Db } from './database'
import { type RecordTableName, tableOf } from './records/tables'
import type { Tables } from './schema'
import { ALL, isTargetWithin, type ScopedCaller, scopeConditions } from './scopeConditions'

export type Tenant = ReturnType<typeof tenantOf>

/** Resources that every signed-in user sees. */
const CATALOGUE: readonly string[] = ['models', 'methods']
/** Resources whose row rules also limit others. */
const RULED_BY: Readonly<Record<string, readonly string[]>> = { orders: ['devices'], bunches: ['batches'] }

/**
 * Query builders limited to the rows that this caller may read and change.
 *
 * @param db the database or a transaction
 */
export function tenantOf(db: Db, caller: ScopedCaller) {
  const scope = scopeOf(caller)
  const conditions = scopeConditions(scope, caller)
  const rows = caller.role?.rows ?? {}
  return {
    /** Whether the caller's role has a row rule for one of these resources. */
    hasRules: (...resources: string[]) => resources.some(resource => rows[resource] !== undefined),
    /** Whether the caller's role has any row rule. */
    isRuled: Object.keys(rows).length > 0,
    /** Whether the caller sees every record of a resource, so that no reference to it leads out of its scope. */
    seesAll: (resource: string) =>
      !caller.role?.isMissing &&
      (scope.kind === 'all' || CATALOGUE.includes(resource)) &&
      [resource, ...(RULED_BY[resource] ?? [])].every(name => rows[name] === undefined),
    /** The caller's account id, for its marks. */
    caller: caller.id,
    /** The caller's vendor; 0 for none. */
    vendor: caller.vendor,
    devices: () => db.selectFrom('devices').where(conditions.devices),
    /** Signals and connections of devices in scope. */
    signals: () =>
      db
        .selectFrom('device_signals')
        .innerJoin('devices', 'devices.id', 'device_signals.device_id')
        .where(conditions.devices),
    connections: () =>
      db
        .selectFrom('device_connections')
        .innerJoin('devices', 'devices.id', 'device_connections.device_id')
        .where(conditions.devices),
    secrets: () =>
      db
        .selectFrom('device_secrets')
        .innerJoin('devices', 'devices.id', 'device_secrets.device_id')
        .where(conditions.devices),
    misunderstood: () =>
      db
        .selectFrom('device_misunderstood')
        .innerJoin('devices', 'devices.id', 'device_misunderstood.device_id')
        .where(conditions.devices),
    /** Counts of devices in scope. */
    counters: rows.devices ? countedRows(db, conditions.devices) : countersOf(db, scope),
    /**
     * The history of the figures of this scope; `undefined` if a row rule narrows the scope: the recorded figures
     * ignore row rules.
     */
    fleetHistory: () =>
      rows.devices || scope.kind === 'nothing'
        ? undefined
        : db
            .selectFrom('fleet_history')
            .where('fleet_history.scope', '=', scope.kind)
            .where('fleet_history.scope_id', '=', scopeId(scope)),
    /** The history of each vendor, for a caller who sees all. */
    vendorsHistory: () =>
      rows.devices || scope.kind !== 'all'
        ? undefined
        : db.selectFrom('fleet_history').where('fleet_history.scope', '=', 'vendor'),
    batches: () => db.selectFrom('batches').where(conditions.batches),
    /** Bunches are in scope with their batch. */
    bunches: () =>
      db
        .selectFrom('bunches')
        .innerJoin('batches', 'batches.id', 'bunches.batch_id')
        .where(conditions.batches)
        .where(rows.bunches ?? ALL),
    orders: () => db.selectFrom('orders').where(conditions.orders),
    /** The orders in scope by status; row rules count them one by one. */
    orderCounts: () =>
      rows.orders || rows.devices
        ? db
            .selectFrom('orders')
            .where(conditions.orders)
            .select(eb => ['orders.status', eb.fn.countAll<number>().as('count')])
            .groupBy('orders.status')
            .execute()
        : countedOrders(db, conditions.orders),
    /** Targets are in scope with their order; a row rule for devices also applies. */
    targets: () =>
      db
        .selectFrom('order_targets')
        .innerJoin('orders', 'orders.id', 'order_targets.order_id')
        .where(conditions.orders)
        .where(rows.devices ? isTargetWithin(rows.devices) : ALL),
    /** The caller's own marks. */
    marks: () => db.selectFrom('order_marks').where('order_marks.client_id', '=', caller.id),
    /** The caller's own changes of many devices. */
    bulkChanges: () => db.selectFrom('bulk_changes').where('bulk_changes.client_id', '=', caller.id),
    clients: () => db.selectFrom('clients').where(conditions.clients),
    /** The clients to which devices and batches may belong; guests and staff own none. */
    owners: () =>
      db
        .selectFrom('clients')
        .where(conditions.clients)
        .where('clients.level', '>=', caller.levels.client)
        .where('clients.level', '<', caller.levels.vendor),
    vendors: () => db.selectFrom('vendors').where(conditions.vendors),
    history: () => db.selectFrom('history').where(conditions.history),
    /** Condition on rows of the history: staff see session and address of users of their vendor up to their level. */
    maySeeActor:
      scope.kind === 'vendor'
        ? sql<boolean>`(client_of = ${scope.vendor}::integer and client_level <= ${caller.level}::integer)`
        : sql<boolean>`${scope.kind === 'all'}::boolean`,
    models: () => db.selectFrom('models').where(conditions.models),
    methods: () => db.selectFrom('methods').where(conditions.methods),
    /** Described records of a resource. */
    records: (resource: string) =>
      db.selectFrom('records').where('records.resource', '=', resource).where(conditions.records),
    /** Selects from another query of this tenant, with the alias `row`. */
    from: <Row>(rows: AliasableExpression<Row>) => db.selectFrom(rows.as('row')),

    insert: <Table extends RecordTableName | 'order_marks' | 'order_targets'>(table: Table) =>
      db.insertInto<Table>(table),
    update: <Table extends RecordTableName>(table: Table) =>
      (db.updateTable(table as RecordTableName) as unknown as Update<Table>).where(conditions[table]),
    delete: <Table extends RecordTableName>(table: Table) =>
      (db.deleteFrom(table as RecordTableName) as unknown as Delete<Table>).where(conditions[table]),
    /**
     * The rows of all tenants: only to check whether a value or reference exists, or for sorting. Their values must not
     * be part of a response.
     */
    unscoped: <Table extends RecordTableName>(table: Table) =>
      db.selectFrom(table as RecordTableName) as unknown as SelectQueryBuilder<Tables, Table, unknown>,
  }
}

type Update<Table extends RecordTableName> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>
type Delete<Table extends RecordTableName> = DeleteQueryBuilder<Tables, Table, DeleteResult>

/** The rows of a resource in scope. */
export function tableRows(tenant: Tenant, resource: string) {
  const table = tableOf(resource)
  const rows = table === 'records' ? tenant.records(resource) : tenant[table]()
  // The union of query types is cast: callers name columns with their table.
  return { table, rows: rows as unknown as ReturnType<Tenant['models']> }
}

/** The key of a scope in `fleet_history`. */
function scopeId(scope: Exclude<Scope, { kind: 'nothing' }>): number {
  if (scope.kind === 'all') return 0
  return scope.kind === 'client' ? scope.client : scope.vendor
}

/** The scope of a caller, by its level. */
export function scopeOf({ id, level, vendor, levels, role }: ScopedCaller): Scope {
  if (role?.isMissing) return { kind: 'nothing' }
  if (hasLevel(level, 'master', levels)) return { kind: 'all' }
  if (hasLevel(level, 'vendor', levels)) return { kind: 'vendor', vendor }
  if (hasLevel(level, 'client', levels)) return { kind: 'client', client: id }
  if (hasLevel(level, 'guest', levels) && vendor !== 0) return { kind: 'guest', vendor }
  return { kind: 'nothing' }
}
