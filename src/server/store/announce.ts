/** NOTIFY carries the ids of changed records to every server process; each process reads the rows itself. */
import { sql } from 'kysely'
import { CHANGES_CHANNEL } from './changesChannel'
import type { Db } from './database'

export { CHANGES_CHANNEL }

/** A notification holds at most 8,000 bytes. */
const IDS_AT_ONCE = 300
/** With more ids than these the whole resource counts as changed. */
const MOST_IDS = 1_200

export interface Changes {
  /** A resource of config, or `orders`, `devices`; `sessions` where rights or sign-ins changed and no record did. */
  resource: string
  /** Which records; without them any may have changed. */
  ids?: readonly (number | string)[]
  /**
   * The vendors whose records these are, or were until now: without ids, or of records that are no longer theirs, only
   * they hear.
   */
  vendors?: readonly number[]
  /** The one account that is concerned, as by its own marks. */
  client?: number
}

/**
 * Tells of changes when the transaction ends well, and not at all otherwise. Records with a history need not be
 * announced: `addHistory` does it.
 *
 * @param tx the transaction of the change
 */
export async function announce(tx: Db, { ids, ...changes }: Changes): Promise<void> {
  if (ids?.length === 0) return
  const texts = partsOf(ids).map(part => JSON.stringify({ ...changes, ids: part }))
  await sql`select pg_notify(${CHANGES_CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(tx)
}

function partsOf(ids: Changes['ids']): (Changes['ids'] | undefined)[] {
  if (!ids || ids.length > MOST_IDS) return [undefined]
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, at) => at * IDS_AT_ONCE)
  return parts.map(from => ids.slice(from, from + IDS_AT_ONCE))
}

/** A notification; `undefined` for one that is not ours. */
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
