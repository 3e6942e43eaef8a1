/** Whether gateways serve the fleet: they release its parts while their broker is away. */
import { sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'

/** Whether any gateway has a valid lease. Leases are renewed only while the broker is connected. */
export const isFleetServed = (db: Db): Promise<boolean> =>
  readValue(
    db,
    sql<boolean>`exists (select from gateway_parts where gateway_id is not null and held_until > now())`,
  )
