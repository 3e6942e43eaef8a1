/**
 * Who sees what (decision 26), in one place. Every query on the data of tenants begins at a `Tenant`, which adds the scope of its
 * caller; `tests/architecture/tenancy.test.ts` checks it.
 */
import {
  type AliasableExpression,
  type DeleteQueryBuilder,
  type DeleteResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { reaches } from '../../domain/authority'
import type { Caller } from '../caller'
import { type CounterScope, countersOf } from './counters'
import type { Db } from './database'
import type { Tables } from './schema'

/**
 * The part of the data that a caller sees. Vendor 0 is the provider itself: staff of vendor 0 see what belongs to the provider. A
 * guest sees what the clients of its vendor see together, and nothing without a vendor.
 */
type Scope = CounterScope

export type Tenant = ReturnType<typeof tenantOf>

/** What of a caller decides about the scope. */
type Asking = Pick<Caller, 'id' | 'level' | 'vendor' | 'levels'>

/** Tables whose rows a caller sees and changes within its scope. */
export type ScopedTable =
  | 'vendors'
  | 'clients'
  | 'models'
  | 'batches'
  | 'bunches'
  | 'methods'
  | 'devices'
  | 'orders'
  | 'records'

/**
 * The data that this caller may read and change, as the beginnings of queries.
 *
 * @param db the database, or the transaction in which the question is asked
 */
export function tenantOf(db: Db, caller: Asking) {
  const scope = scopeOf(caller)
  const conditions = conditionsOf(scope, caller)
  return {
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
    /** How many devices are in scope, by what. */
    counters: countersOf(db, scope),
    batches: () => db.selectFrom('batches').where(conditions.batches),
    /** Bunches are in scope with their batch. */
    bunches: () =>
      db
        .selectFrom('bunches')
        .innerJoin('batches', 'batches.id', 'bunches.batch_id')
        .where(conditions.batches),
    orders: () => db.selectFrom('orders').where(conditions.orders),
    /** Targets are in scope with their order. */
    targets: () =>
      db
        .selectFrom('order_targets')
        .innerJoin('orders', 'orders.id', 'order_targets.order_id')
        .where(conditions.orders),
    /** The caller's own marks. */
    marks: () => db.selectFrom('order_marks').where('order_marks.client_id', '=', caller.id),
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

    insert: <Table extends ScopedTable | 'order_marks' | 'order_targets'>(table: Table) =>
      db.insertInto<Table>(table),
    update: <Table extends ScopedTable>(table: Table) =>
      (db.updateTable(table as ScopedTable) as unknown as Update<Table>).where(conditions[table]),
    delete: <Table extends ScopedTable>(table: Table) =>
      (db.deleteFrom(table as ScopedTable) as unknown as Delete<Table>).where(conditions[table]),
    /**
     * The rows of all tenants: to look whether a value is taken or a record still referred to, or to order by their names. Their values
     * must not be part of an answer.
     */
    unscoped: <Table extends ScopedTable>(table: Table) =>
      db.selectFrom(table as ScopedTable) as unknown as SelectQueryBuilder<Tables, Table, unknown>,
  }
}

type Update<Table extends ScopedTable> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>
type Delete<Table extends ScopedTable> = DeleteQueryBuilder<Tables, Table, DeleteResult>

function scopeOf({ id, level, vendor, levels }: Asking): Scope {
  if (reaches(level, 'master', levels)) return { kind: 'all' }
  if (reaches(level, 'vendor', levels)) return { kind: 'vendor', vendor }
  if (reaches(level, 'client', levels)) return { kind: 'client', client: id }
  if (reaches(level, 'guest', levels) && vendor !== 0) return { kind: 'guest', vendor }
  return { kind: 'nothing' }
}

type Conditions = Record<ScopedTable | 'history', RawBuilder<SqlBool>>

/** Which rows of each table are in scope. Whoever is signed in knows the models and the order methods. */
function conditionsOf(scope: Scope, { id, level, levels, vendor: own }: Asking): Conditions {
  const all = sql<SqlBool>`true`
  const none = sql<SqlBool>`false`
  const catalogue = { models: all, methods: all }
  /** Of accounts and companies such a caller sees itself alone. */
  const alone = { ...catalogue, vendors: none, clients: sql<SqlBool>`clients.id = ${id}`, history: none }
  switch (scope.kind) {
    case 'all': {
      const everything = { clients: all, devices: all, orders: all, records: all, history: all }
      // The provider itself is no vendor.
      return { ...catalogue, ...everything, ...batchesWhere(all), vendors: sql<SqlBool>`vendors.id > 0` }
    }
    case 'vendor': {
      const { vendor } = scope
      return {
        ...catalogue,
        ...batchesWhere(sql<SqlBool>`batches.vendor_id = ${vendor}`),
        vendors: sql<SqlBool>`(vendors.id > 0 and vendors.id = ${vendor})`,
        // Themselves, and the accounts of their vendor that are not above them.
        clients: sql<SqlBool>`(clients.id = ${id} or (clients.vendor_id = ${vendor} and clients.level <= ${level}))`,
        devices: sql<SqlBool>`devices.vendor_id = ${vendor}`,
        orders: sql<SqlBool>`orders.vendor_id = ${vendor}`,
        records: sql<SqlBool>`records.vendor_id = ${vendor}`,
        // What is of their vendor or was done by its people; but no account above theirs.
        history: sql<SqlBool>`((history.vendor_id = ${vendor} or history.client_of = ${vendor}) and history.level <= ${level})`,
      }
    }
    case 'client': {
      const devices = sql<SqlBool>`devices.client_id = ${scope.client}`
      return {
        ...alone,
        ...batchesHolding(devices),
        devices,
        orders: sql<SqlBool>`orders.sender_id = ${scope.client}`,
        // Those of their vendor; without one, those that they made.
        records:
          own === 0
            ? sql<SqlBool>`records.maker_id = ${scope.client}`
            : sql<SqlBool>`records.vendor_id = ${own}`,
      }
    }
    case 'guest': {
      const { vendor } = scope
      const devices = sql<SqlBool>`(devices.vendor_id = ${vendor} and devices.client_id is not null)`
      const senders = sql`select clients.id from clients
        where clients.vendor_id = ${vendor} and clients.level >= ${levels.client} and clients.level < ${levels.vendor}`
      return {
        ...alone,
        ...batchesHolding(devices),
        devices,
        orders: sql<SqlBool>`orders.sender_id in (${senders})`,
        records: sql<SqlBool>`records.vendor_id = ${vendor}`,
      }
    }
    case 'nothing':
      return { ...alone, ...batchesWhere(none), devices: none, orders: none, records: none }
  }
}

/** Clients and guests see the batches that hold a device of theirs. */
const batchesHolding = (devices: RawBuilder<SqlBool>) =>
  batchesWhere(
    sql<SqlBool>`exists (select 1 from devices where devices.batch_id = batches.id and ${devices})`,
  )

/** Bunches are in scope with their batch. */
const batchesWhere = (batches: RawBuilder<SqlBool>) => ({
  batches,
  bunches: sql<SqlBool>`exists (select 1 from batches where batches.id = bunches.batch_id and ${batches})`,
})
