/** Many rows in few statements, the same on both databases. */
import { type Kysely, sql } from 'kysely'

/** Rows per statement: large enough to be fast, small enough that PGlite's one connection is soon free again. */
const CHUNK = 2_000

/**
 * Inserts rows as JSON records that PostgreSQL reads by the table's own types: times as ISO text or Date, `jsonb` columns as
 * plain values (not JSON text). Columns that are not named take their defaults.
 *
 * @param db the database or a transaction; without one each 2,000 rows stand alone
 * @param table name of a table, also one that `Tables` does not know (staging)
 * @returns how many rows were written
 */
export async function insertMany<Row extends object, Tables>(
  db: Kysely<Tables>,
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  let written = 0
  let chunk: Row[] = []
  const flush = async () => {
    if (chunk.length === 0) return
    const names = sql.join(columns.map(column => sql.ref(column)))
    const json = JSON.stringify(chunk)
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db)
    written += chunk.length
    chunk = []
  }
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length === CHUNK) await flush()
  }
  await flush()
  return written
}
