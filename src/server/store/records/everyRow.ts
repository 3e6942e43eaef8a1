/** All rows of a list, however many: piece by piece, as they were when the first was read. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isPglite } from '../database'
import type { Tenant } from '../tenancy'
import { type ListSource, matchingIds, type RecordOrder, readRows } from './list'

export interface WholeList<Row> {
  tenant: Tenant
  source: ListSource<Row>
  conditions: readonly RawBuilder<boolean>[]
  order: RecordOrder
}

/** Rows read at once: PGlite serves others in between. */
const PIECE = 1_000

let opened = 0

/**
 * The rows in their order. On PostgreSQL in one transaction that only reads; PGlite, whose one connection everybody shares, keeps the
 * ids that were found and reads each piece by itself, without the rows that are gone meanwhile.
 *
 * @param listOf the list in that transaction
 */
export async function* everyRow<Row>(
  db: Db,
  listOf: (tx: Db) => WholeList<Row>,
): AsyncGenerator<Row[], void, undefined> {
  if (isPglite(db)) return yield* pieces(db, listOf(db), sql` with hold`)
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield* pieces(tx, listOf(tx), sql``)
  } finally {
    // Also where the reader has gone in the middle. There is nothing to keep.
    await tx.rollback().execute()
  }
}

async function* pieces<Row>(
  db: Db,
  { tenant, source, conditions, order }: WholeList<Row>,
  hold: RawBuilder<unknown>,
): AsyncGenerator<Row[], void, undefined> {
  const cursor = sql.ref(`every_row_${process.pid}_${++opened}`)
  const ids = matchingIds(tenant, source, conditions, order)
  await sql`declare ${cursor} no scroll cursor${hold} for ${ids}`.execute(db)
  try {
    for (;;) {
      const { rows } = await sql<{ id: unknown }>`fetch ${sql.lit(PIECE)} from ${cursor}`.execute(db)
      if (rows.length > 0)
        yield await readRows(tenant, source, sql`(${sql.join(rows.map(({ id }) => id))})`, order)
      if (rows.length < PIECE) return
    }
  } finally {
    // A transaction that has failed has closed it.
    await sql`close ${cursor}`.execute(db).catch(() => undefined)
  }
}
