/** Reads which devices are stored as online: gateways compare them with the devices that are really connected. */
import { sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'

/**
 * A page of the online devices of these parts of the fleet.
 *
 * @param parts each the last two digits of IMEIs
 * @param after the last IMEI of the previous page, or ''
 * @returns IMEIs, sorted
 */
export async function listOnlineDevices(
  db: Db,
  { parts, after, limit }: { parts: readonly string[]; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where online and right(id, 2) = any(${parts}::text[]) and id > ${after}
    order by id limit ${limit}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

/** The number of devices that are stored as online, by part; parts without any are missing. */
export async function countOnlineByPart(
  db: Db,
  parts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ part: string; devices: number }>`
    select right(id, 2) as part, count(*)::integer as devices from devices
    where online and right(id, 2) = any(${parts}::text[]) group by 1`.execute(db)
  return new Map(rows.map(({ part, devices }) => [part, devices]))
}

/** Whether any gateway has a valid lease. Leases are renewed only while the broker is connected. */
export const isFleetServed = (db: Db): Promise<boolean> =>
  readValue(
    db,
    sql<boolean>`exists (select from gateway_parts where gateway_id is not null and held_until > now())`,
  )
