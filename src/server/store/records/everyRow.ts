/** All rows of a list, however many: piece by piece, through a cursor. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isPglite } from '../database'
import type { Tenant } from '../tenancy'
import { allRows, type ListSource, matchingIds, type RecordOrder, readRows } from './list'

export interface WholeList<Row> {
  tenant: Tenant
  source: ListSource<Row>
  conditions: readonly RawBuilder<boolean>[]
  order: RecordOrder
}

/** Rows read at once; fewer at first, so that the first byte comes soon. */
const PIECE = 500
const FIRST = 50

/**
 * The rows in their order. PostgreSQL reads them in one transaction, as they were when it began. PGlite has one connection, which
 * everybody shares: it keeps the ids that were found, and reads each piece by itself, without the rows that are gone meanwhile.
 *
 * @param listOf the list in that transaction
 */
export async function* everyRow<Row>(
  db: Db,
  listOf: (tx: Db) => WholeList<Row>,
): AsyncGenerator<Row[], void, undefined> {
  if (isPglite(db)) return yield* rowsOfIds(db, listOf(db))
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield* fetched<Row>(tx, sql``, allRows(listOf(tx)))
  } finally {
    // Also where the reader has gone in the middle. There is nothing to keep.
    await tx.rollback().execute()
  }
}

async function* rowsOfIds<Row>(db: Db, list: WholeList<Row>): AsyncGenerator<Row[], void, undefined> {
  for await (const found of fetched<{ id: unknown }>(db, sql` with hold`, sql`${matchingIds(list)}`))
    yield await readRows(list, sql`(${sql.join(found.map(({ id }) => id))})`)
}

let opened = 0

/** What a query finds. `hold` keeps the cursor beyond the statement, where there is no transaction. */
async function* fetched<Row>(
  db: Db,
  hold: RawBuilder<unknown>,
  query: RawBuilder<unknown>,
): AsyncGenerator<Row[], void, undefined> {
  const cursor = sql.ref(`every_row_${process.pid}_${++opened}`)
  await sql`declare ${cursor} no scroll cursor${hold} for ${query}`.execute(db)
  try {
    for (let size = FIRST; ; size = PIECE) {
      const { rows } = await sql<Row>`fetch ${sql.lit(size)} from ${cursor}`.execute(db)
      if (rows.length > 0) yield rows
      if (rows.length < size) return
    }
  } finally {
    // A transaction that has failed has closed it.
    await sql`close ${cursor}`.execute(db).catch(() => undefined)
  }
}
