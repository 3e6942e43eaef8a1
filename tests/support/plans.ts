/** Indexes, and the plans that use them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/server/store/database'

/** The plan of a query if PostgreSQL avoids sequential scans, which it prefers for the few rows of a test. */
export const planOf = (db: Db, query: RawBuilder<unknown>): Promise<string> =>
  db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx)
    return rows.map(row => Object.values(row)[0]).join('\n')
  })

/** The definitions of the indexes whose names begin with the prefix. */
export async function indexesNamed(db: Db, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes
    where starts_with(indexname, ${prefix}) order by indexname`.execute(db)
  return rows.map(({ definition }) => definition)
}
