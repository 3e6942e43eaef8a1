/**
 * Who sees what (decision 26), in one place. Every query on the data of tenants begins at a `Tenant`, which adds the
 * scope of its caller; `tests/architecture/tenancy.test.ts` checks it.
 */
import type {
  AliasableExpression,
  DeleteQueryBuilder,
  DeleteResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import { hasLevel } from '../../domain/authority'
import { countedRows } from './countedRows'
import { countersOf, type Scope } from './counters'
import type { Db } from './database'
import { type RecordTableName, tableOf } from './records/tables'
import type { Tables } from './schema'
import { ALL, type Asking, isTargetWithin, scopeConditions } from './scopeConditions'

export type Tenant = ReturnType<typeof tenantOf>

/**
 * The data that this caller may read and change, as the beginnings of queries.
 *
 * @param db the database, or the transaction in which the question is asked
 */
export function tenantOf(db: Db, caller: Asking) {
  const scope = scopeOf(caller)
  const conditions = scopeConditions(scope, caller)
  const rows = caller.role?.rows ?? {}
  return {
    /** True where the rows that the caller's role has of these resources may leave some out. */
    hasRules: (...resources: string[]) => resources.some(resource => rows[resource] !== undefined),
    /** The account that asks: whose marks are read. */
    caller: caller.id,
    devices: () => db.selectFrom('devices').where(conditions.devices),
    /** What devices in scope have measured, and when they were connected. */
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
    /** How many devices are in scope, by what. */
    counters: rows.devices ? countedRows(db, conditions.devices) : countersOf(db, scope),
    batches: () => db.selectFrom('batches').where(conditions.batches),
    /** Bunches are in scope with their batch. */
    bunches: () =>
      db
        .selectFrom('bunches')
        .innerJoin('batches', 'batches.id', 'bunches.batch_id')
        .where(conditions.batches)
        .where(rows.bunches ?? ALL),
    orders: () => db.selectFrom('orders').where(conditions.orders),
    /** Targets are in scope with their order; of a role's devices alone where it has a rule for devices. */
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
    vendors: () => db.selectFrom('vendors').where(conditions.vendors),
    history: () => db.selectFrom('history').where(conditions.history),
    /** Staff of a vendor know its people up to their own level; masters know everybody. */
    knows: (vendor: number, level: number) =>
      scope.kind === 'all' || (scope.kind === 'vendor' && scope.vendor === vendor && level <= caller.level),
    models: () => db.selectFrom('models').where(conditions.models),
    methods: () => db.selectFrom('methods').where(conditions.methods),
    /** Described records of a resource. */
    records: (resource: string) =>
      db.selectFrom('records').where('records.resource', '=', resource).where(conditions.records),
    /** A query about the rows of another one, which began here; it calls them `row`. */
    from: <Row>(rows: AliasableExpression<Row>) => db.selectFrom(rows.as('row')),

    insert: <Table extends RecordTableName | 'order_marks' | 'order_targets'>(table: Table) =>
      db.insertInto<Table>(table),
    update: <Table extends RecordTableName>(table: Table) =>
      (db.updateTable(table as RecordTableName) as unknown as Update<Table>).where(conditions[table]),
    delete: <Table extends RecordTableName>(table: Table) =>
      (db.deleteFrom(table as RecordTableName) as unknown as Delete<Table>).where(conditions[table]),
    /**
     * The rows of all tenants: to look whether a value is taken or a record still referred to, or to order by their
     * names. Their values must not be part of an answer.
     */
    unscoped: <Table extends RecordTableName>(table: Table) =>
      db.selectFrom(table as RecordTableName) as unknown as SelectQueryBuilder<Tables, Table, unknown>,
  }
}

type Update<Table extends RecordTableName> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>
type Delete<Table extends RecordTableName> = DeleteQueryBuilder<Tables, Table, DeleteResult>

/** The records of a resource in scope, as they lie in their table. */
export function tableRows(tenant: Tenant, resource: string) {
  const table = tableOf(resource)
  const rows = table === 'records' ? tenant.records(resource) : tenant[table]()
  // Which columns they have does not matter to who names them by their table.
  return { table, rows: rows as unknown as ReturnType<Tenant['models']> }
}

/** The part of the data that a caller's level gives it. */
export function scopeOf({ id, level, vendor, levels, role }: Asking): Scope {
  if (role?.isMissing) return { kind: 'nothing' }
  if (hasLevel(level, 'master', levels)) return { kind: 'all' }
  if (hasLevel(level, 'vendor', levels)) return { kind: 'vendor', vendor }
  if (hasLevel(level, 'client', levels)) return { kind: 'client', client: id }
  if (hasLevel(level, 'guest', levels) && vendor !== 0) return { kind: 'guest', vendor }
  return { kind: 'nothing' }
}
