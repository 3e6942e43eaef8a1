/** Streams all rows of a list in chunks. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database'
import { inIds } from '../sql'
import type { Tenant } from '../tenancy'
import { type ListSource, numberedIds, type RecordOrder, readRows } from './list'

export interface WholeList<Row> {
  tenant: Tenant
  source: ListSource<Row>
  conditions: readonly RawBuilder<boolean>[]
  order: RecordOrder
}

/** Rows per chunk. */
const CHUNK_SIZE = 500

/**
 * The rows, sorted (decision 365). Reads all ids first, then each chunk in a separate query, so that a slow reader
 * holds neither a connection nor a snapshot between chunks. Rows that are deleted or leave the scope in the meantime
 * are left out.
 */
export async function* everyRow<Row>(db: Db, list: WholeList<Row>): AsyncGenerator<Row[], void, undefined> {
  for (const ids of await idChunks(db, list)) {
    const rows = await readRows(list, inIds(sql`"row".id`, JSON.parse(ids) as (string | number)[]))
    if (rows.length > 0) yield rows
  }
}

/** All ids, sorted, in chunks. Each chunk is a JSON array as text: a million ids take 18 MB. */
async function idChunks<Row>(db: Db, list: WholeList<Row>): Promise<string[]> {
  const chunk = sql`(number - 1) / ${sql.lit(CHUNK_SIZE)}`
  const { rows } = await sql<{ ids: string }>`
    select json_agg(id order by number)::text as ids from (${numberedIds(list)}) as found
    group by ${chunk} order by ${chunk}`.execute(db)
  return rows.map(({ ids }) => ids)
}
