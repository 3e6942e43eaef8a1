/** Notifies all server processes of changed records by NOTIFY, with their ids; each process reads the rows itself. */
import { sql } from 'kysely'
import { chunksOf } from '../collections'
import { CHANGES_CHANNEL } from './changesChannel'
import type { Db } from './database'

export { CHANGES_CHANNEL }

/** Ids per notification, which may have at most 8,000 bytes. */
const IDS_AT_ONCE = 300
/** Maximum ids of a change; with more, the whole resource counts as changed. */
const MAX_IDS = 1_200

export interface Changes {
  /** A resource of config, `orders` or `devices`; `sessions` if only rights or sign-ins changed. */
  resource: string
  /** Ids of changed records; absent: any may have changed. */
  ids?: readonly (number | string)[]
  /** Vendors that own (or owned) these records. Without ids, only these vendors are notified. */
  vendors?: readonly number[]
  /** If only one account is to be notified, such as of its own marks: the id of this account. */
  client?: number
}

/**
 * Notifies of changes when the transaction commits. Not needed for changes with a history: `addHistory` calls it.
 *
 * @param tx the transaction of the change
 */
export async function announce(tx: Db, ...all: Changes[]): Promise<void> {
  const texts = all.flatMap(({ ids, ...changes }) =>
    partsOf(ids).map(part => JSON.stringify({ ...changes, ids: part })),
  )
  if (texts.length === 0) return
  await sql`select pg_notify(${CHANGES_CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(tx)
}

function partsOf(ids: Changes['ids']): (Changes['ids'] | undefined)[] {
  if (!ids || ids.length > MAX_IDS) return [undefined]
  return chunksOf(ids, IDS_AT_ONCE)
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
