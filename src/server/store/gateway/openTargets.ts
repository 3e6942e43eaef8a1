/** What gateways read in order to hand orders out: what is open and due, of all tenants' devices. */
import { sql } from 'kysely'
import type { DeviceOrder } from '../../../contract/deviceMessages'
import type { Db } from '../database'
import { isDue } from '../orders/isDue'

/** An order for a device. */
export interface Delivery {
  order: number
  device: string
}

/** Orders that devices may get now and that wait for some, but for those that are known already. */
export async function dueOrders(db: Db, known: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.status in ('waiting', 'ongoing') and o.waiting > 0 and ${isDue(now)} and o.id <> all(${known}::bigint[])
    order by o.id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these orders, the ones that are still open. */
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
export async function openDeliveries(db: Db, devices: readonly string[], now: Date): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select t.order_id as "order", t.device_id as device from order_targets t join orders o on o.id = t.order_id
    where t.device_id = any(${devices}::text[]) and t.status in ('waiting', 'ongoing') and ${isDue(now)}
    order by t.order_id, t.device_id`.execute(db)
  return rows
}

/** Of these, the ones that are open and due, with what the device is told. */
export async function ordersFor(db: Db, deliveries: readonly Delivery[], now: Date) {
  const { rows } = await sql<
    Delivery & Pick<DeviceOrder, 'code' | 'value'> & { isWaiting: boolean; expired: Date | null }
  >`
    select t.order_id as "order", t.device_id as device, t.status = 'waiting' as "isWaiting", o.code, o.data as value, o.expired
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as w ("order" bigint, device text)
    join order_targets t on t.order_id = w."order" and t.device_id = w.device
    join orders o on o.id = t.order_id
    where t.status in ('waiting', 'ongoing') and ${isDue(now)}
    order by t.order_id, t.device_id`.execute(db)
  return rows
}
