/**
 * Who sees what (decision 26), in one place. A `Tenant` is the only thing that the stores of this folder take, and it has
 * no way to read devices, batches, orders, clients or vendors but those in its caller's reach.
 */
import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type SqlBool,
  sql,
} from 'kysely'
import { type Levels, reaches } from '../../domain/authority'
import type { Caller } from '../caller'
import { type CountedReach, countersOf } from './counters'
import type { Db } from './database'
import type { Tables } from './schema'

/**
 * What a caller reaches. Vendor 0 is the provider itself: staff of vendor 0 see what belongs to the provider. A guest
 * sees what the clients of its vendor see together, and nothing without a vendor.
 */
type Reach = CountedReach

export type Tenant = ReturnType<typeof tenantOf>

/** The part of a caller that decides about reach. */
type Asking = Pick<Caller, 'id' | 'level' | 'vendor' | 'levels'>

/**
 * Everything that this caller may read, as the beginnings of queries.
 *
 * @param db the database, or the transaction in which the question is asked
 */
export function tenantOf(db: Db, caller: Asking) {
  const reach = reachOf(caller)
  return {
    /** The account that asks: whose marks are read. */
    caller: caller.id,
    devices: () => db.selectFrom('devices').where(devicesIn(reach)),
    /** How many devices those are, by what. */
    counters: countersOf(db, reach),
    batches: () => db.selectFrom('batches').where(batchesIn(reach)),
    /** Bunches are in reach with their batch. */
    bunches: () =>
      db.selectFrom('bunches').innerJoin('batches', 'batches.id', 'bunches.batch_id').where(batchesIn(reach)),
    orders: () => db.selectFrom('orders').where(ordersIn(reach, caller.levels)),
    /** Targets are in reach with their order. */
    targets: () =>
      db
        .selectFrom('order_targets')
        .innerJoin('orders', 'orders.id', 'order_targets.order_id')
        .where(ordersIn(reach, caller.levels)),
    /** Marks of the caller's own on orders that were found in reach. */
    ownMarks: (marks: readonly Omit<Insertable<Tables['order_marks']>, 'client_id'>[]) =>
      db.insertInto('order_marks').values(marks.map(mark => ({ ...mark, client_id: caller.id }))),
    clients: () => db.selectFrom('clients').where(clientsIn(reach, caller)),
    vendors: () => db.selectFrom('vendors').where(vendorsIn(reach)),
    /** What was done: to staff what concerns their vendor, be it done by them or to what is theirs. */
    history: () => db.selectFrom('history').where(historyIn(reach, caller)),
    /** Somebody of that vendor and level is no stranger to this caller. */
    knows: (vendor: number, level: number) =>
      reach.kind === 'all' || (reach.kind === 'vendor' && reach.vendor === vendor && level <= caller.level),
    /** Whoever is signed in knows the models and the order methods. */
    models: () => db.selectFrom('models'),
    methods: () => db.selectFrom('methods'),
    /** Records of a resource that config alone describes. */
    records: (resource: string) =>
      db
        .selectFrom('records')
        .where('records.resource', '=', resource)
        .where(recordsIn(reach, caller.vendor)),
    /** A query about the rows of another one, which began here. */
    among: <Row>(rows: AliasableExpression<Row>) => db.selectFrom(rows.as('row')),
  }
}

function reachOf({ id, level, vendor, levels }: Asking): Reach {
  if (reaches(level, 'master', levels)) return { kind: 'all' }
  if (reaches(level, 'vendor', levels)) return { kind: 'vendor', vendor }
  if (reaches(level, 'client', levels)) return { kind: 'client', client: id }
  if (reaches(level, 'guest', levels) && vendor !== 0) return { kind: 'guest', vendor }
  return { kind: 'nothing' }
}

type Condition<Table extends keyof Tables> = (eb: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>

const all = sql<SqlBool>`true`
const none = sql<SqlBool>`false`

function devicesIn(reach: Reach): Condition<'devices'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
        return eb('devices.vendor_id', '=', reach.vendor)
      case 'client':
        return eb('devices.client_id', '=', reach.client)
      case 'guest':
        return eb.and([eb('devices.vendor_id', '=', reach.vendor), eb('devices.client_id', 'is not', null)])
      case 'nothing':
        return none
    }
  }
}

/** Staff see the batches of their vendor; clients and guests those that hold a device of theirs. */
function batchesIn(reach: Reach): Condition<'batches'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
        return eb('batches.vendor_id', '=', reach.vendor)
      case 'nothing':
        return none
      default:
        return eb.exists(
          eb
            .selectFrom('devices')
            .select(sql`1`.as('one'))
            .whereRef('devices.batch_id', '=', 'batches.id')
            .where(devicesIn(reach)),
        )
    }
  }
}

/** Staff see what their vendor's people ordered, a client what it ordered, a guest what its vendor's clients ordered. */
function ordersIn(reach: Reach, levels: Levels): Condition<'orders'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
        return eb('orders.vendor_id', '=', reach.vendor)
      case 'client':
        return eb('orders.sender_id', '=', reach.client)
      case 'guest':
        return eb(
          'orders.sender_id',
          'in',
          eb
            .selectFrom('clients')
            .select('clients.id')
            .where('clients.vendor_id', '=', reach.vendor)
            .where('clients.level', '>=', levels.client)
            .where('clients.level', '<', levels.vendor),
        )
      case 'nothing':
        return none
    }
  }
}

/** Everybody sees themselves; staff the accounts of their vendor that are not above them. */
function clientsIn(reach: Reach, { id, level }: Asking): Condition<'clients'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
        return eb.or([
          eb('clients.id', '=', id),
          eb.and([eb('clients.vendor_id', '=', reach.vendor), eb('clients.level', '<=', level)]),
        ])
      default:
        return eb('clients.id', '=', id)
    }
  }
}

/** Masters see all of it, staff what is of their vendor or was done by its people; but no account above theirs. */
function historyIn(reach: Reach, { level }: Asking): Condition<'history'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
        return eb.and([
          eb.or([eb('history.vendor_id', '=', reach.vendor), eb('history.client_of', '=', reach.vendor)]),
          eb('history.level', '<=', level),
        ])
      default:
        return none
    }
  }
}

/** Staff see their own vendor. The provider itself is no vendor. */
function vendorsIn(reach: Reach): Condition<'vendors'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return eb('vendors.id', '>', 0)
      case 'vendor':
        return eb.and([eb('vendors.id', '>', 0), eb('vendors.id', '=', reach.vendor)])
      default:
        return none
    }
  }
}

/** Everybody sees the records of their vendor; a client of no vendor those that it made. */
function recordsIn(reach: Reach, vendor: number): Condition<'records'> {
  return eb => {
    switch (reach.kind) {
      case 'all':
        return all
      case 'vendor':
      case 'guest':
        return eb('records.vendor_id', '=', reach.vendor)
      case 'client':
        return vendor === 0 ? eb('records.maker_id', '=', reach.client) : eb('records.vendor_id', '=', vendor)
      case 'nothing':
        return none
    }
  }
}
