/** Many rows in few statements, the same on both databases. */
import { CompiledQuery, type Kysely, sql } from 'kysely'

/** Rows per statement: large enough to be fast, small enough that PGlite's one connection is soon free again. */
const CHUNK = 2_000

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>
/** Rows in pieces: awaiting each row by itself takes longer than reading it. */
export type Pieces<Row> = Rows<readonly Row[]>

/**
 * Inserts rows as JSON records that PostgreSQL reads by the table's own types: times as ISO text or Date, `jsonb`
 * columns as plain values (not JSON text). Columns that are not named take their defaults. While some are written, the
 * next are read.
 *
 * @param db the database or a transaction; without one each 2,000 rows stand alone
 * @param table name of a table, also one that `Tables` does not know (staging)
 * @returns how many rows were written
 */
export async function insertMany<Row extends object, Tables>(
  db: Kysely<Tables>,
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: Rows<Row>,
): Promise<number> {
  const names = sql.join(columns.map(column => sql.ref(column)))
  let chunk: Row[] = []
  return inChunks(rows, {
    add: row => {
      chunk.push(row)
      return 1
    },
    write: () => {
      const json = JSON.stringify(chunk)
      chunk = []
      return sql`insert into ${sql.table(table)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db)
    },
  })
}

/**
 * The same by COPY, at a quarter of what it costs the database: for columns of text, numbers and `jsonb` that are all
 * given.
 *
 * @param pieces of few rows each
 */
export async function copyMany<Row extends object, Tables>(
  db: Kysely<Tables>,
  table: string,
  columns: readonly (keyof Row & string)[],
  pieces: Pieces<Row>,
): Promise<number> {
  const { sql: text } =
    sql`copy ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) from stdin`.compile(db)
  let lines: string[] = []
  return inChunks(pieces, {
    add: piece => {
      // Flat texts: what is added sign by sign to one long text outlives the young generation.
      for (const row of piece) lines.push(columns.map(name => copied(row[name])).join('\t'))
      return piece.length
    },
    write: () => {
      // Both drivers take the rows as the one parameter of a COPY.
      const query = CompiledQuery.raw(text, [`${lines.join('\n')}\n`])
      lines = []
      return db.executeQuery(query)
    },
  })
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of COPY. */
function copied(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, one => ESCAPES[one]!) : text
}

interface Chunks<Item> {
  /** @returns how many rows there are more */
  add(item: Item): number
  /** Begins to write what was added, and forgets it. */
  write(): Promise<unknown>
}

async function inChunks<Item>(items: Rows<Item>, { add, write }: Chunks<Item>): Promise<number> {
  let written = 0
  let added = 0
  let underWay: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    await underWay
    if (added === 0) return
    underWay = write()
    // A failure is thrown where the promise is awaited; until then it must not count as unhandled.
    underWay.catch(() => undefined)
    written += added
    added = 0
  }
  try {
    for await (const item of items) {
      added += add(item)
      if (added >= CHUNK) await flush()
    }
    await flush()
    await underWay
  } finally {
    // Rows that break off leave no statement behind that goes on by itself.
    await underWay.catch(() => undefined)
  }
  return written
}
