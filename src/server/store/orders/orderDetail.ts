/** Reads an order, and its targets with their results (§2). */
import { type RawBuilder, sql } from 'kysely'
import type { DeviceHit } from '../../../contract/devices'
import type { Order, OrderAim } from '../../../contract/orders'
import type { TargetState } from '../../../contract/orderTargets'
import { wireTime } from '../../../domain/dates'
import type { OrderStatus } from '../../../domain/orders'
import { digitsOf } from '../../../domain/phone'
import { countRows } from '../counts'
import type { Paging } from '../records/list'
import { conceal } from '../records/reach'
import type { View } from '../records/visible'
import { allOf, anyOf, containing } from '../sql'
import type { Tenant } from '../tenancy'
import { markedOrders, toOrder, withFiguresInScope } from './orderWire'

interface FoundOrder {
  order: Order
  /** An API time; `ABSENT_TIME` without a hold. */
  holdUntil: string
  aim: OrderAim
}

/** Names of the device fields that the caller may not read. */
type HiddenFields = ReadonlySet<string>

/** Returns `undefined` if the order does not exist or is out of scope. */
export async function findOrder(
  tenant: Tenant,
  id: number,
  { hidden, view }: { hidden: HiddenFields; view: View },
): Promise<FoundOrder | undefined> {
  const row = await markedOrders(tenant)
    .leftJoin('batches', 'batches.id', 'orders.batch_id')
    .leftJoin('models', 'models.id', 'batches.model_id')
    .leftJoin('bunches', 'bunches.id', 'orders.bunch_id')
    .where('orders.id', '=', id)
    .select(['orders.held_until', 'orders.batch_id', 'orders.bunch_id'])
    .select(['batches.name as batch', 'models.name as model', 'bunches.name as bunch'])
    .executeTakeFirst()
  if (!row) return undefined
  const first = await tenant
    .targets()
    .where('order_targets.order_id', '=', id)
    .select(['device_id', 'number'])
    .orderBy('device_id')
    .limit(1)
    .executeTakeFirst()
  const { batch, model, bunch } = row
  const [counted] = await withFiguresInScope(tenant, [row])
  const [order] = await conceal(tenant, view.resource, [toOrder(counted!, view)])
  return {
    order: order!,
    holdUntil: wireTime(row.held_until),
    aim: {
      theme: row.theme,
      ...(model === null ? {} : { model }),
      ...(batch === null ? {} : { batch }),
      ...(bunch === null ? {} : { bunch }),
      batch_id: row.batch_id ?? 0,
      bunch_id: row.bunch_id ?? 0,
      ...(first && {
        first: {
          device: blankIf(hidden, 'id', first.device_id),
          number: blankIf(hidden, 'isdn', first.number),
        },
      }),
    },
  }
}

export interface TargetFilters {
  /** `undefined` for all. */
  status?: OrderStatus
  /** The search text; only its digits are used. */
  search: string
  hidden: HiddenFields
}

/** A page of an order's targets sorted by IMEI, and the number of matching targets. */
export async function listTargets(
  tenant: Tenant,
  order: number,
  filters: TargetFilters,
  { offset, limit }: Paging,
): Promise<{ count: number; data: TargetState[] }> {
  const count = await countRows(matching(tenant, order, filters))
  if (offset >= count) return { count, data: [] }
  const page = matching(tenant, order, filters)
    .select('order_targets.device_id')
    .orderBy('order_targets.device_id')
    .limit(limit)
    .offset(offset)
  const rows = await targetStates(tenant, order)
    .where('order_targets.device_id', 'in', page)
    .orderBy('order_targets.device_id')
    .execute()
  return { count, data: rows.map(row => toState(row, filters.hidden)) }
}

const TARGETS_PER_QUERY = 1_000

/** Streams all matching targets by IMEI. */
export async function* allTargets(
  tenant: Tenant,
  order: number,
  filters: TargetFilters,
): AsyncGenerator<TargetState> {
  for (let lastImei = ''; ; ) {
    const rows = await targetStates(tenant, order)
      .where('order_targets.device_id', '>', lastImei)
      .where(matchesFilters(filters))
      .orderBy('order_targets.device_id')
      .limit(TARGETS_PER_QUERY)
      .execute()
    for (const row of rows) yield toState(row, filters.hidden)
    if (rows.length < TARGETS_PER_QUERY) return
    lastImei = rows.at(-1)!.device_id
  }
}

/** The devices of the order that are in the caller's scope now, as search hits, to compose another order. */
export function listRecipients(
  tenant: Tenant,
  order: number,
  { status, hidden, max }: Omit<TargetFilters, 'search'> & { max: number },
): Promise<DeviceHit[]> {
  return tenant
    .devices()
    .where(
      'devices.id',
      'in',
      matching(tenant, order, { status, search: '', hidden }).select('order_targets.device_id'),
    )
    .select([
      'devices.id as device',
      hidden.has('isdn') ? sql<string>`''`.as('number') : 'devices.isdn as number',
      'devices.online',
    ])
    .orderBy('devices.id')
    .limit(max)
    .execute()
}

const matching = (tenant: Tenant, order: number, filters: TargetFilters) =>
  tenant.targets().where('order_targets.order_id', '=', order).where(matchesFilters(filters))

function matchesFilters({ status, search, hidden }: TargetFilters): RawBuilder<boolean> {
  const pattern = containing(digitsOf(search))
  const searched = [
    ...(hidden.has('isdn') ? [] : [sql<boolean>`order_targets.number like ${pattern}`]),
    ...(hidden.has('id') ? [] : [sql<boolean>`order_targets.device_id like ${pattern}`]),
  ]
  return allOf([
    ...(status ? [sql<boolean>`order_targets.status = ${status}`] : []),
    ...(digitsOf(search) === '' ? [] : [anyOf(searched)]),
  ])
}

/**
 * The targets of an order. `number` is the phone number at the time of the order. Model and connection are the current
 * ones, and null if the device is out of the caller's scope now.
 */
function targetStates(tenant: Tenant, order: number) {
  const devices = tenant
    .devices()
    .innerJoin('models', 'models.id', 'devices.model_id')
    .select(['devices.id', 'devices.online', 'models.name'])
    .as('today')
  return tenant
    .targets()
    .where('order_targets.order_id', '=', order)
    .leftJoin(devices, 'today.id', 'order_targets.device_id')
    .select([
      'order_targets.device_id',
      'order_targets.number',
      'order_targets.status',
      'order_targets.reason',
      'order_targets.changed',
      'today.name as model',
      'today.online',
    ])
}

type StateRow = Awaited<ReturnType<ReturnType<typeof targetStates>['execute']>>[number]

function toState(row: StateRow, hidden: HiddenFields): TargetState {
  return {
    device: blankIf(hidden, 'id', row.device_id),
    number: blankIf(hidden, 'isdn', row.number),
    model: blankIf(hidden, 'model', row.model ?? ''),
    online: row.online ?? false,
    status: row.status,
    reason: row.reason ?? '',
    changed: row.changed.toISOString(),
  }
}

const blankIf = (hidden: HiddenFields, field: string, value: string) => (hidden.has(field) ? '' : value)
