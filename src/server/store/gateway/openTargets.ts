/** What gateways read in order to hand orders out: what is open and due, of all tenants' devices. */
import { type RawBuilder, sql } from 'kysely'
import type { DeviceOrder } from '../../../contract/deviceMessages'
import type { Db } from '../database'

/** An order for a device. */
export interface DueTarget {
  order: number
  device: string
}

/**
 * Orders that wait for some devices and that these may get by then, but for those that are known already; the first one
 * first.
 */
export async function ordersDueBy(
  db: Db,
  known: readonly number[],
  { now, by }: { now: Date; by: Date },
): Promise<{ id: number; due: Date }[]> {
  const { rows } = await sql<{ id: number; due: Date }>`
    select o.id, greatest(coalesce(o.started, o.created), coalesce(o.held_until, o.created)) as due from orders o
    where o.status in ('waiting', 'ongoing') and o.waiting > 0 and o.id <> all(${known}::bigint[])
      and coalesce(o.started, o.created) <= ${by} and coalesce(o.held_until, o.created) <= ${by}
      and (o.expired is null or o.expired > ${now})
    order by due, o.id limit 100`.execute(db)
  return rows
}

/** The ids of these orders that are still open. */
export async function stillOpen(db: Db, orders: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where id = any(${orders}::bigint[]) and status in ('waiting', 'ongoing')`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The next devices that wait for an order, by IMEI. */
export async function waitingDevices(
  db: Db,
  { order, after, most }: { order: number; after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from order_targets
    where order_id = ${order} and status = 'waiting' and device_id > ${after}
    order by device_id limit ${most}::integer`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** Everything that these devices should get now, the oldest order first. */
export async function openDeliveries(db: Db, devices: readonly string[], now: Date): Promise<DueTarget[]> {
  const { rows } = await sql<DueTarget>`
    select t.order_id as "order", t.device_id as device from order_targets t join orders o on o.id = t.order_id
    where t.device_id = any(${devices}::text[]) and t.status in ('waiting', 'ongoing') and ${isDue(now)}
    order by t.order_id, t.device_id`.execute(db)
  return rows
}

/** An order for a device, with what is sent to it. */
export interface OpenOrder extends DueTarget, Pick<DeviceOrder, 'code' | 'value'> {
  isWaiting: boolean
  expired: Date | null
}

/** The orders of these deliveries that are open and due. */
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

/** Whether an order, `o` in the query, may go to its devices: its start and hold are over, its end is not. */
export const isDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(o.started, o.created) <= ${now} and coalesce(o.held_until, o.created) <= ${now}
    and (o.expired is null or o.expired > ${now}))`
