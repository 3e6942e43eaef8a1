/** The queries by which gateways find orders to deliver: open and due, for the devices of all tenants. */
import { type RawBuilder, sql } from 'kysely'
import type { DeviceOrder } from '../../../contract/deviceMessages'
import type { Db } from '../database'

const MAX_DUE_ORDERS = 100

/** An order for a device. */
export interface DueTarget {
  /** The id of the order. */
  order: number
  /** IMEI. */
  device: string
}

/**
 * Orders with waiting targets that are due at `by`, sorted by due time; at most `MAX_DUE_ORDERS`.
 *
 * @param exceptIds ids of orders to leave out
 */
export async function ordersDueBy(
  db: Db,
  exceptIds: readonly number[],
  { now, by }: { now: Date; by: Date },
): Promise<{ id: number; due: Date }[]> {
  const { rows } = await sql<{ id: number; due: Date }>`
    select o.id, greatest(coalesce(o.started, o.created), coalesce(o.held_until, o.created)) as due from orders o
    where o.status in ('waiting', 'ongoing') and o.waiting > 0 and o.id <> all(${exceptIds}::bigint[])
      and coalesce(o.started, o.created) <= ${by} and coalesce(o.held_until, o.created) <= ${by}
      and (o.expired is null or o.expired > ${now})
    order by due, o.id limit ${sql.lit(MAX_DUE_ORDERS)}`.execute(db)
  return rows
}

/** The ids of these orders that are still open. */
export async function filterOpenOrders(db: Db, orders: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where id = any(${orders}::bigint[]) and status in ('waiting', 'ongoing')`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * A page of the devices that wait for an order.
 *
 * @param after the last IMEI of the previous page, or ''
 * @returns IMEIs, sorted
 */
export async function listWaitingDevices(
  db: Db,
  { order, after, limit }: { order: number; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from order_targets
    where order_id = ${order} and status = 'waiting' and device_id > ${after}
    order by device_id limit ${limit}::integer`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** All open and due orders of these devices, by order id. */
export async function openDeliveries(db: Db, devices: readonly string[], now: Date): Promise<DueTarget[]> {
  const { rows } = await sql<DueTarget>`
    select t.order_id as "order", t.device_id as device from order_targets t join orders o on o.id = t.order_id
    where t.device_id = any(${devices}::text[]) and t.status in ('waiting', 'ongoing') and ${isDue(now)}
    order by t.order_id, t.device_id`.execute(db)
  return rows
}

/** An order for a device, with the content to send. */
export interface OpenOrder extends DueTarget, Pick<DeviceOrder, 'code' | 'value'> {
  /** Whether the order was not sent yet: its target is `waiting`, otherwise `ongoing`. */
  isWaiting: boolean
  expired: Date | null
}

/** The orders of these deliveries that are still open and due, with the content to send. */
export async function ordersFor(db: Db, deliveries: readonly DueTarget[], now: Date): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select t.order_id as "order", t.device_id as device, t.status = 'waiting' as "isWaiting", o.code,
      case when o.data_lines is null then to_json(o.data) else o.data::json end as value, o.expired
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as w ("order" bigint, device text)
    join order_targets t on t.order_id = w."order" and t.device_id = w.device
    join orders o on o.id = t.order_id
    where t.status in ('waiting', 'ongoing') and ${isDue(now)}
    order by t.order_id, t.device_id`.execute(db)
  return rows
}

/** Condition on the alias `o` of orders: started, no longer held, and not expired. */
export const isDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(o.started, o.created) <= ${now} and coalesce(o.held_until, o.created) <= ${now}
    and (o.expired is null or o.expired > ${now}))`
