/** All rows of a list, however many: piece by piece. */
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

/** Rows read at once. */
const PIECE = 500

/**
 * The rows in their order (decision 365). Their ids are read first, and then each piece of rows by itself: between two
 * pieces a reader who takes long holds neither a connection nor a snapshot of the database. A row is as it is when its
 * piece is read; those that are gone by then, or out of scope, are left out.
 */
export async function* everyRow<Row>(db: Db, list: WholeList<Row>): AsyncGenerator<Row[], void, undefined> {
  for (const ids of await idPieces(db, list)) {
    const rows = await readRows(list, inIds(sql`"row".id`, JSON.parse(ids) as (string | number)[]))
    if (rows.length > 0) yield rows
  }
}

/** The ids of a list in their order, by pieces, each a JSON array: as text a million of them take 18 MB. */
async function idPieces<Row>(db: Db, list: WholeList<Row>): Promise<string[]> {
  const piece = sql`(number - 1) / ${sql.lit(PIECE)}`
  const { rows } = await sql<{ ids: string }>`
    select json_agg(id order by number)::text as ids from (${numberedIds(list)}) as found
    group by ${piece} order by ${piece}`.execute(db)
  return rows.map(({ ids }) => ids)
}
