/**
 * Gateways divide the parts of the fleet by leases, so that one gateway serves each part: a device's messages stay in
 * order, on any broker. All times are the database's.
 */
import { sql } from 'kysely'
import { FLEET_PARTS, partName } from '../../../contract/deviceMessages'
import { type Db, inTransaction, isPglite } from '../../store/database'
import { onlineDevices } from '../../store/gateway/onlineDevices'
import { markUnresponsiveOffline } from './presence'

/** Devices that are closed by one statement. */
const STEP = 500

interface Lessee {
  id: string
  leaseSeconds: number
  /** Whether it may leave parts to others: not with a broker of its own, which no other gateway reaches. */
  shares: boolean
}

/**
 * Renews the gateway's leases, gives up what is more than its share, and takes what is free up to its share.
 *
 * @returns the parts that it holds now
 */
export function renewLeases(db: Db, { id, leaseSeconds, shares }: Lessee): Promise<string[]> {
  const lease = sql`make_interval(secs => ${leaseSeconds}::integer)`
  return inTransaction(db, async tx => {
    await sql`insert into gateways (id, seen) values (${id}, now()) on conflict (id) do update set seen = now()`.execute(
      tx,
    )
    await sql`delete from gateways where seen < now() - ${lease}`.execute(tx)
    const { rows: kept } = await sql<{ part: number }>`
      update gateway_parts set held_until = now() + ${lease} where gateway_id = ${id} returning part`.execute(
      tx,
    )
    const parts = kept.map(({ part }) => part).sort((a, b) => a - b)
    const share = shares ? await shareOf(tx) : FLEET_PARTS
    const surplus = parts.splice(share)
    if (surplus.length > 0)
      await sql`update gateway_parts set gateway_id = null where part = any(${surplus}::smallint[])`.execute(
        tx,
      )
    else parts.push(...(await takeFree(tx, id, share - parts.length)))
    return parts.map(partName)

    async function takeFree(of: Db, gateway: string, most: number): Promise<number[]> {
      const { rows } = await sql<{ part: number }>`
        update gateway_parts set gateway_id = ${gateway}, held_until = now() + ${lease}
        where part = any(array(select part from gateway_parts where gateway_id is null or held_until < now()
          order by part limit ${most}::integer for update skip locked))
        returning part`.execute(of)
      return rows.map(({ part }) => part)
    }
  })
}

/** Gives everything back, for others to take at once. */
export function endLeases(db: Db, id: string): Promise<void> {
  return inTransaction(db, async tx => {
    await sql`update gateway_parts set gateway_id = null, held_until = least(held_until, now()) where gateway_id = ${id}`.execute(
      tx,
    )
    await sql`delete from gateways where id = ${id}`.execute(tx)
  })
}

/** Closes the devices of the parts that no gateway has had for so long, once. */
export function markUnservedOffline(db: Db, seconds: number, now: Date): Promise<void> {
  return inTransaction(db, async tx => {
    // While they are locked, no gateway takes these parts and opens devices of theirs.
    const { rows } = await sql<{ part: number }>`
      update gateway_parts set gateway_id = null, held_until = null
      where part = any(array(select part from gateway_parts
        where held_until < now() - make_interval(secs => ${seconds}::integer) for update skip locked))
      returning part`.execute(tx)
    const parts = rows.map(({ part }) => partName(part))
    for (let after: string | undefined = ''; parts.length > 0 && after !== undefined; ) {
      const devices: string[] = await onlineDevices(tx, { parts, after, most: STEP })
      await markUnresponsiveOffline(tx, devices, now)
      after = devices.length === STEP ? devices.at(-1) : undefined
    }
  })
}

/** On PGlite only one process has the database open, so leases of an earlier process are void. */
export async function endStaleLeases(db: Db): Promise<void> {
  if (!isPglite(db)) return
  await sql`update gateway_parts set gateway_id = null`.execute(db)
  await sql`delete from gateways`.execute(db)
}

/** Rounded up, so that no part is left over. */
async function shareOf(tx: Db): Promise<number> {
  const { rows } = await sql<{ living: number }>`select count(*)::integer as living from gateways`.execute(tx)
  return Math.ceil(FLEET_PARTS / Math.max(1, rows[0]!.living))
}
