/**
 * Leases assign each part of the fleet to one gateway, so that a device's messages stay in order with any broker. All
 * times are those of the database's clock.
 */
import { sql } from 'kysely'
import { FLEET_PARTS, partName } from '../../../contract/deviceMessages'
import { type Db, inTransaction, isPglite } from '../../store/database'
import { listOnlineDevices } from '../../store/gateway/onlineDevices'
import { markUnresponsiveOffline } from './presence'

/** Devices per statement. */
const DEVICES_PER_QUERY = 500

interface LeaseRequest {
  id: string
  leaseSeconds: number
  /** Whether other gateways may serve parts: false for an embedded broker, to which no other gateway connects. */
  isFleetShared: boolean
}

/**
 * Renews the gateway's leases, releases parts beyond its share, and takes free parts up to its share.
 *
 * @returns the parts that it holds
 */
export function renewLeases(db: Db, { id, leaseSeconds, isFleetShared }: LeaseRequest): Promise<string[]> {
  const lease = sql`make_interval(secs => ${leaseSeconds}::integer)`
  return inTransaction(db, async tx => {
    await sql`insert into gateways (id, seen) values (${id}, now()) on conflict (id) do update set seen = now()`.execute(
      tx,
    )
    await sql`delete from gateways where seen < now() - ${lease}`.execute(tx)
    const { rows: renewed } = await sql<{ part: number }>`
      update gateway_parts set held_until = now() + ${lease} where gateway_id = ${id} returning part`.execute(
      tx,
    )
    const parts = renewed.map(({ part }) => part).sort((a, b) => a - b)
    const share = isFleetShared ? await shareOf(tx) : FLEET_PARTS
    const surplus = parts.splice(share)
    if (surplus.length > 0)
      await sql`update gateway_parts set gateway_id = null where part = any(${surplus}::smallint[])`.execute(
        tx,
      )
    else parts.push(...(await takeFreeParts(tx, id, share - parts.length)))
    return parts.map(partName)

    async function takeFreeParts(trx: Db, gateway: string, max: number): Promise<number[]> {
      const { rows } = await sql<{ part: number }>`
        update gateway_parts set gateway_id = ${gateway}, held_until = now() + ${lease}
        where part = any(array(select part from gateway_parts where gateway_id is null or held_until < now()
          order by part limit ${max}::integer for update skip locked))
        returning part`.execute(trx)
      return rows.map(({ part }) => part)
    }
  })
}

/** Releases all parts of a gateway. */
export function endLeases(db: Db, id: string): Promise<void> {
  return inTransaction(db, async tx => {
    await sql`update gateway_parts set gateway_id = null, held_until = least(held_until, now()) where gateway_id = ${id}`.execute(
      tx,
    )
    await sql`delete from gateways where id = ${id}`.execute(tx)
  })
}

/** Marks devices as offline in parts that no gateway has served for `seconds`. */
export function markUnservedOffline(db: Db, seconds: number, now: Date): Promise<void> {
  return inTransaction(db, async tx => {
    // The lock prevents gateways from taking these parts and connecting devices meanwhile.
    const { rows } = await sql<{ part: number }>`
      update gateway_parts set gateway_id = null, held_until = null
      where part = any(array(select part from gateway_parts
        where held_until < now() - make_interval(secs => ${seconds}::integer) for update skip locked))
      returning part`.execute(tx)
    const parts = rows.map(({ part }) => partName(part))
    for (let after: string | undefined = ''; parts.length > 0 && after !== undefined; ) {
      const devices: string[] = await listOnlineDevices(tx, { parts, after, limit: DEVICES_PER_QUERY })
      await markUnresponsiveOffline(tx, devices, now)
      after = devices.length === DEVICES_PER_QUERY ? devices.at(-1) : undefined
    }
  })
}

/** On PGlite only one process has the database open, so all stored leases are of an earlier process: ends them. */
export async function endStaleLeases(db: Db): Promise<void> {
  if (!isPglite(db)) return
  await sql`update gateway_parts set gateway_id = null`.execute(db)
  await sql`delete from gateways`.execute(db)
}

/** Parts per gateway, rounded up so that every part is served. */
async function shareOf(tx: Db): Promise<number> {
  const { rows } = await sql<{ running: number }>`select count(*)::integer as running from gateways`.execute(
    tx,
  )
  return Math.ceil(FLEET_PARTS / Math.max(1, rows[0]!.running))
}
