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
