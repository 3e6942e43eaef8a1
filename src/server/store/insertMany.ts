/** Many rows in few statements, the same on both databases. */
import { type Kysely, sql } from 'kysely'

/** Rows per statement: large enough to be fast, small enough that PGlite's one connection is soon free again. */
const CHUNK = 2_000

/**
 * Inserts rows as JSON records that PostgreSQL reads by the table's own types: times as ISO text or Date, `jsonb` columns as
 * plain values (not JSON text). Columns that are not named take their defaults. While some are written, the next are read.
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
  let underWay: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    await underWay
    if (chunk.length === 0) return
    const names = sql.join(columns.map(column => sql.ref(column)))
    const json = JSON.stringify(chunk)
    underWay = sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db)
    // Whoever waits for it hears of its failure; until then nobody may.
    underWay.catch(() => undefined)
    written += chunk.length
    chunk = []
  }
  try {
    for await (const row of rows) {
      chunk.push(row)
      if (chunk.length === CHUNK) await flush()
    }
    await flush()
    await underWay
  } finally {
    // Rows that break off leave no statement behind that goes on by itself.
    await underWay.catch(() => undefined)
  }
  return written
}
