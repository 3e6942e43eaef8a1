/** NOTIFY carries the ids of changed records to every server process; each process reads the rows itself. */
import { sql } from 'kysely'
import { CHANGES_CHANNEL } from './changesChannel'
import type { Db } from './database'

export { CHANGES_CHANNEL }

/** A notification holds at most 8,000 bytes. */
const IDS_AT_ONCE = 300
/** With more ids, the whole resource counts as changed. */
const MAX_IDS = 1_200

export interface Changes {
  /** A resource of config, `orders` or `devices`; `sessions` if only rights or sign-ins changed. */
  resource: string
  /** Ids of changed records; absent: any may have changed. */
  ids?: readonly (number | string)[]
  /** Vendors that own (or owned) these records. Without ids, only these vendors are notified. */
  vendors?: readonly number[]
  /** The only account to notify, such as of its own marks. */
  client?: number
}

/**
 * Notifies of changes when the transaction commits. Not needed for changes with a history: `addHistory` calls it.
 *
 * @param tx the transaction of the change
 */
export async function announce(tx: Db, { ids, ...changes }: Changes): Promise<void> {
  if (ids?.length === 0) return
  const texts = partsOf(ids).map(part => JSON.stringify({ ...changes, ids: part }))
  await sql`select pg_notify(${CHANGES_CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(tx)
}

function partsOf(ids: Changes['ids']): (Changes['ids'] | undefined)[] {
  if (!ids || ids.length > MAX_IDS) return [undefined]
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, at) => at * IDS_AT_ONCE)
  return parts.map(from => ids.slice(from, from + IDS_AT_ONCE))
}

/** Parses a notification; `undefined` if it is not one of ours. */
export function readChanges(payload: string): Changes | undefined {
  try {
    const parsed: unknown = JSON.parse(payload)
    return typeof parsed === 'object' && parsed !== null && typeof (parsed as Changes).resource === 'string'
      ? (parsed as Changes)
      : undefined
  } catch {
    return undefined
  }
}
