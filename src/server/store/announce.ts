/** What has changed is told to every process of the server, by ids alone: whoever is told reads the rows for itself. */
import { sql } from 'kysely'
import type { Db } from './database'

/** The channel of LISTEN and NOTIFY. */
export const CHANGES_CHANNEL = 'fleet_changes'

/** With more ids than these the whole resource counts as changed: a notification holds at most 8,000 bytes. */
const MOST_IDS = 300

export interface Changes {
  /** A resource of config, or `orders`, `devices`. */
  resource: string
  /** Which records; without them any may have changed. */
  ids?: readonly (number | string)[]
}

/**
 * Tells of changes when the transaction ends well, and not at all otherwise.
 *
 * @param tx the transaction of the change
 */
export async function announce(tx: Db, { resource, ids }: Changes): Promise<void> {
  if (ids?.length === 0) return
  const told = ids && ids.length <= MOST_IDS ? { resource, ids } : { resource }
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(told)})`.execute(tx)
}
