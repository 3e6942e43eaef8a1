/** The scope of a caller as SQL conditions on tables: by its level, narrowed by the row rules of its role. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../caller'
import type { Scope } from './counters'
import { type RecordTableName, tableOf } from './records/tables'
import { allOf } from './sql'

/** The fields of a caller that determine its scope. */
export type ScopedCaller = Pick<Caller, 'id' | 'level' | 'vendor' | 'levels' | 'role'>

type Condition = RawBuilder<SqlBool>
type Conditions = Record<RecordTableName | 'history', Condition>

export const ALL = sql<SqlBool>`true`
const NONE = sql<SqlBool>`false`

/** The conditions for rows in scope. Every signed-in user sees all models and order methods. */
export function scopeConditions(scope: Scope, caller: ScopedCaller): Conditions {
  const { role } = caller
  const isOwnAccount = sql<SqlBool>`clients.id = ${caller.id}`
  if (role?.isMissing) {
    const ownAccountOnly = {
      vendors: NONE,
      clients: isOwnAccount,
      models: NONE,
      methods: NONE,
      history: NONE,
    }
    return { ...ownAccountOnly, ...batchesWhere(NONE), devices: NONE, orders: NONE, records: NONE }
  }
  const { rows = {}, unseen = [] } = role ?? {}
  const withRowRule = (table: RecordTableName, condition: Condition): Condition =>
    rows[table] ? sql<SqlBool>`(${condition} and ${rows[table]})` : condition
  const scoped = levelConditions(scope, caller, condition => withRowRule('devices', condition))
  const batches = withRowRule('batches', scoped.batches)
  const narrowed = {
    ...scoped,
    batches,
    bunches: withRowRule('bunches', batchesWhere(batches).bunches),
    vendors: withRowRule('vendors', scoped.vendors),
    models: withRowRule('models', scoped.models),
    methods: withRowRule('methods', scoped.methods),
    // Callers always see their own account, regardless of row rules.
    clients: rows.clients
      ? sql<SqlBool>`(${isOwnAccount} or ${withRowRule('clients', scoped.clients)})`
      : scoped.clients,
    orders: withRowRule(
      'orders',
      rows.devices ? ordersToDevices(scoped.orders, rows.devices) : scoped.orders,
    ),
    records: allOf([scoped.records, ...describedRules(rows)]) as Condition,
  }
  return { ...narrowed, history: historyWithin(narrowed, Object.keys(rows), unseen) }
}

type Rules = NonNullable<ScopedCaller['role']>['rows']

/** The row rules of described resources, which share a table. */
const describedRules = (rows: Rules): Condition[] =>
  Object.entries(rows).flatMap(([name, rule]) =>
    tableOf(name) === 'records' ? [sql<SqlBool>`(records.resource <> ${name} or ${rule})`] : [],
  )

/** Whether the device of a target meets the row rule. */
export const isTargetWithin = (devices: Condition) =>
  sql<SqlBool>`exists (select 1 from devices where devices.id = order_targets.device_id and ${devices})`

/** Orders with a device that meets the row rule. */
const ordersToDevices = (orders: Condition, devices: Condition) =>
  sql<SqlBool>`(${orders} and exists (select 1 from order_targets
    where order_targets.order_id = orders.id and ${isTargetWithin(devices)}))`

/**
 * Narrows the history by the row rules. For a resource with a rule, only the history of records that are in scope now
 * is visible, and no entry about deleted records or about many records.
 */
function historyWithin(
  conditions: Conditions,
  ruled: readonly string[],
  unseen: readonly string[],
): Condition {
  const { history } = conditions
  // Rules of devices also apply to orders, rules of batches to bunches.
  const ruledResources = new Set([
    ...ruled,
    ...(ruled.includes('devices') ? ['orders'] : []),
    ...(ruled.includes('batches') ? ['bunches'] : []),
  ])
  const tests = [...ruledResources].map(name => {
    const table = tableOf(name)
    const id = name === 'devices' ? sql`history.record` : NUMERIC_RECORD
    const isRecordInScope = sql`exists (select 1 from ${sql.raw(table)}
      where ${sql.ref(`${table}.id`)} = ${id} and ${conditions[table]})`
    return sql<SqlBool>`(history.resource <> ${name} or ${isRecordInScope})`
  })
  const exclusions = unseen.map(name => sql<SqlBool>`history.resource <> ${name}`)
  return ruledResources.size + unseen.length === 0
    ? history
    : (allOf([history, ...tests, ...exclusions]) as Condition)
}

/** The record of a history row as a number; null if it is none. */
const NUMERIC_RECORD = sql`(case when history.record ~ '^[0-9]{1,9}$' then history.record::integer end)`

/**
 * The conditions by the level of the caller.
 *
 * @param narrow adds the role's row rule for devices, which also limits the batches of clients and guests
 */
function levelConditions(
  scope: Scope,
  { id, level, levels, vendor: callersVendor }: ScopedCaller,
  narrow: (devices: Condition) => Condition,
): Conditions {
  const catalogue = { models: ALL, methods: ALL }
  /** Clients and guests see no other account and no company. */
  const ownAccountOnly = {
    ...catalogue,
    vendors: NONE,
    clients: sql<SqlBool>`clients.id = ${id}`,
    history: NONE,
  }
  switch (scope.kind) {
    case 'all': {
      const everything = { clients: ALL, devices: narrow(ALL), orders: ALL, records: ALL, history: ALL }
      // Vendor 0 is the provider, which is not listed.
      return { ...catalogue, ...everything, ...batchesWhere(ALL), vendors: sql<SqlBool>`vendors.id > 0` }
    }
    case 'vendor': {
      const { vendor } = scope
      return {
        ...catalogue,
        ...batchesWhere(sql<SqlBool>`batches.vendor_id = ${vendor}`),
        vendors: sql<SqlBool>`(vendors.id > 0 and vendors.id = ${vendor})`,
        // Staff see their own account, and accounts of their vendor up to their own level.
        clients: sql<SqlBool>`(clients.id = ${id} or (clients.vendor_id = ${vendor} and clients.level <= ${level}))`,
        devices: narrow(sql<SqlBool>`devices.vendor_id = ${vendor}`),
        orders: sql<SqlBool>`orders.vendor_id = ${vendor}`,
        records: sql<SqlBool>`records.vendor_id = ${vendor}`,
        // Staff see entries about records of their vendor and entries by its users, but no entry about an account above
        // their level.
        history: sql<SqlBool>`((history.vendor_id = ${vendor} or history.client_of = ${vendor}) and history.level <= ${level})`,
      }
    }
    case 'client': {
      const devices = narrow(sql<SqlBool>`devices.client_id = ${scope.client}`)
      return {
        ...ownAccountOnly,
        ...batchesWhere(sql<SqlBool>`(batches.client_id = ${scope.client} or ${hasDevice(devices)})`),
        devices,
        orders: sql<SqlBool>`orders.sender_id = ${scope.client}`,
        // The records of the client's vendor; without a vendor, the records that the client made.
        records:
          callersVendor === 0
            ? sql<SqlBool>`records.maker_id = ${scope.client}`
            : sql<SqlBool>`records.vendor_id = ${callersVendor}`,
      }
    }
    case 'guest': {
      const { vendor } = scope
      const devices = narrow(sql<SqlBool>`(devices.vendor_id = ${vendor} and devices.client_id is not null)`)
      const senders = sql`select clients.id from clients
        where clients.vendor_id = ${vendor} and clients.level >= ${levels.client} and clients.level < ${levels.vendor}`
      return {
        ...ownAccountOnly,
        ...batchesWhere(hasDevice(devices)),
        devices,
        orders: sql<SqlBool>`orders.sender_id in (${senders})`,
        records: sql<SqlBool>`records.vendor_id = ${vendor}`,
      }
    }
    case 'nothing':
      return { ...ownAccountOnly, ...batchesWhere(NONE), devices: NONE, orders: NONE, records: NONE }
  }
}

/**
 * Condition: the batch has one of these devices. Clients and guests see such batches; clients also see the batches that
 * belong to them.
 */
const hasDevice = (devices: Condition) =>
  sql<SqlBool>`exists (select 1 from devices where devices.batch_id = batches.id and ${devices})`

/** Bunches are in scope with their batch. */
const batchesWhere = (batches: Condition) => ({
  batches,
  bunches: sql<SqlBool>`exists (select 1 from batches where batches.id = bunches.batch_id and ${batches})`,
})
