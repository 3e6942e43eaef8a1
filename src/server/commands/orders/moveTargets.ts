/**
 * Changes the status of targets (decision 32); no other code does. One statement changes any number of targets and the
 * counts of their orders; the status of an order is a generated column of its counts.
 */
import { type RawBuilder, sql } from 'kysely'
import type { DeviceResult } from '../../../contract/deviceMessages'
import {
  type FailureReason,
  OPEN_STATUSES,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../../../domain/orders'
import { announce } from '../../store/announce'
import { type Db, inTransaction } from '../../store/database'
import { isDue } from '../../store/gateway/openTargets'
import type { Tenant } from '../../store/tenancy'

export interface TargetMove {
  order: number
  device: string
  to: OrderStatus
  /** Required current status: a result must not move a target that was not sent to the device. */
  from?: OrderStatus
  /** Why the target failed: a code of this server, or the device's text. */
  reason?: FailureReason | (string & {})
}

/**
 * Moves the targets that have a status from which the move is allowed. A target becomes `ongoing` only after the
 * order's start and the end of its hold, and before its end.
 *
 * @param moves of any orders; of several moves of one target, one is applied
 * @returns the applied moves; the gateway sends each of them once
 */
export function moveTargets(
  db: Db,
  moves: readonly TargetMove[],
  now: Date,
): Promise<Pick<TargetMove, 'order' | 'device' | 'to'>[]> {
  if (moves.length === 0) return Promise.resolve([])
  return inTransaction(db, async tx => {
    await lockOrders(tx, [...new Set(moves.map(move => move.order))])
    const wanted = sql`
      select distinct on ("order", device) "order" as order_id, device as device_id, "to" as status, reason, "from"
      from json_to_recordset(${JSON.stringify(moves)}::json) as w ("order" bigint, device text, "to" text, reason text, "from" text)`
    const { rows } = await sql<{ order: number; device: string; to: OrderStatus }>`
      ${moveClauses(wanted, now)} select order_id as "order", device_id as "device", becomes as "to" from moved`.execute(
      tx,
    )
    await announce(tx, { resource: 'orders', ids: [...new Set(rows.map(row => row.order))] })
    return rows
  })
}

/**
 * Sets the targets of an order that are still waiting to `failure` with the reason `cancelled`.
 *
 * @returns their number
 */
export async function cancelTargets(tx: Db, tenant: Tenant, order: number, now: Date): Promise<number> {
  await lockOrders(tx, [order])
  const waiting = tenant
    .targets()
    .where('order_targets.order_id', '=', order)
    .where('order_targets.status', '=', 'waiting')
    .select(['order_targets.order_id', 'order_targets.device_id'])
    .select(sql`'failure'`.as('status'))
    .select([sql`${'cancelled' satisfies FailureReason}::text`.as('reason'), sql`null`.as('from')])
  return countMoved(tx, sql`${waiting}`, now)
}

/**
 * Sets open targets of expired orders to `failure`, at most `limit` per call. Concurrent processes skip each other's
 * orders.
 *
 * @returns the number of failed targets; 0 once all are done
 */
export function expireTargets(db: Db, now: Date, limit = 5_000): Promise<number> {
  return inTransaction(db, async tx => {
    const due = await tx
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', OPEN_STATUSES)
      .where('expired', '<=', now)
      .orderBy('id')
      .limit(ORDERS_PER_STEP)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    await announce(tx, { resource: 'orders', ids: due.map(order => order.id) })
    return countMoved(
      tx,
      sql`select order_id, device_id, 'failure' as status, ${'expired' satisfies FailureReason}::text as reason, null as "from"
        from order_targets where order_id in (${numbers(due.map(order => order.id))}) and status in (${texts(OPEN_STATUSES)})
        order by order_id, device_id limit ${limit}::integer`,
      now,
    )
  })
}

/** Orders that one call of `expireTargets` locks. */
const ORDERS_PER_STEP = 100

/** Sets all open targets of expired orders to `failure`. @returns their number */
export async function sweepOrders(db: Db, now: Date): Promise<number> {
  for (let failed = 0; ; ) {
    const step = await expireTargets(db, now)
    if (step === 0) return failed
    failed += step
  }
}

/** Locks orders by id, so that transactions with the same orders do not deadlock. */
async function lockOrders(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function countMoved(tx: Db, wanted: RawBuilder<unknown>, now: Date): Promise<number> {
  const moved = sql<{ count: number }>`${moveClauses(wanted, now)} select count(*) as count from moved`
  return (await moved.execute(tx)).rows[0]!.count
}

/**
 * The `with` clauses of a statement that moves targets and updates the counts of their orders. The table `moved` has
 * the targets that were changed.
 *
 * @param wanted query with order_id, device_id, status, reason and "from", as in `TargetMove`
 */
function moveClauses(wanted: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const changes = ORDER_STATUSES.map(
    status => sql`${sql.ref(status)} = orders.${sql.ref(status)} + counted.${sql.ref(status)}`,
  )
  const counts = ORDER_STATUSES.map(
    status =>
      sql`count(*) filter (where becomes = ${status}) - count(*) filter (where was = ${status}) as ${sql.ref(status)}`,
  )
  return sql`
    with wanted as (${wanted}),
    allowed as (
      select t.order_id, t.device_id, t.status as was, w.status as becomes, w.reason
      from wanted w
      join order_targets t on t.order_id = w.order_id and t.device_id = w.device_id
      join orders o on o.id = t.order_id
      where (t.status, w.status) in (${TRANSITION_PAIRS})
        and (w."from" is null or w."from" = t.status)
        and (w.status <> 'ongoing' or ${isDue(now)})
    ),
    moved as (
      update order_targets t set status = allowed.becomes, reason = allowed.reason, changed = ${now}
      from allowed where t.order_id = allowed.order_id and t.device_id = allowed.device_id
      returning allowed.order_id, allowed.device_id, allowed.was, allowed.becomes
    ),
    counted as (select order_id, ${sql.join(counts)} from moved group by order_id),
    recounted as (update orders set ${sql.join(changes)} from counted where orders.id = counted.order_id)`
}

/** Allowed transitions as pairs. */
const TRANSITION_PAIRS = sql.join(
  ORDER_STATUSES.flatMap(from => TRANSITIONS[from].map(to => sql`(${sql.lit(from)}, ${sql.lit(to)})`)),
)

const texts = (values: readonly string[]) => sql.join(values.map(value => sql.lit(value)))
const numbers = (values: readonly number[]) => sql.join(values.map(value => sql`${value}::bigint`))

/** The result of an order, as a device reports it. */
export interface Result extends DeviceResult {
  device: string
}

/**
 * Applies results of orders that were sent to their device. Repeated results, and results of finished or unsent orders,
 * are ignored.
 *
 * @returns the number of applied results
 */
export function storeResults(db: Db, results: readonly Result[], now: Date): Promise<number> {
  return inTransaction(db, async tx => {
    const moved = await moveTargets(
      tx,
      results.map(({ id, device, outcome, reason }) => ({
        order: id,
        device,
        // A device could guess the id of an order that was not sent to it (decision 301).
        from: 'ongoing',
        to: outcome,
        ...(outcome === 'failure' && { reason: reason?.trim() || 'refused' }),
      })),
      now,
    )
    return moved.length
  })
}
