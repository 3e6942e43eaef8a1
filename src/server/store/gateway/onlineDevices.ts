/** Which devices are stored as online: gateways compare them with those that are. */
import { sql } from 'kysely'
import type { Db } from '../database'

/** The next online devices of these parts of the fleet, by IMEI. */
export async function onlineDevices(
  db: Db,
  { parts, after, most }: { parts: readonly string[]; after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where online and right(id, 2) = any(${parts}::text[]) and id > ${after}
    order by id limit ${most}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many devices of each of these parts are stored as online. */
export async function onlineInParts(db: Db, parts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ part: string; devices: number }>`
    select right(id, 2) as part, count(*)::integer as devices from devices
    where online and right(id, 2) = any(${parts}::text[]) group by 1`.execute(db)
  return new Map(rows.map(({ part, devices }) => [part, devices]))
}
