/** Inserts many rows with few statements, in the same way on PGlite and PostgreSQL. */
import { CompiledQuery, type Kysely, sql } from 'kysely'

/** Rows per statement: large enough to be fast, small enough that PGlite's one connection is soon free again. */
const CHUNK = 2_000

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>
/** Rows in chunks: awaiting each row would take longer than reading it. */
export type RowChunks<Row> = Rows<readonly Row[]>

/**
 * Inserts rows as JSON records that PostgreSQL reads by the table's own types: times as ISO text or Date, `jsonb`
 * columns as plain values (not JSON text). Other columns get their defaults. Reads the next rows while writing.
 *
 * @param db the database or a transaction; without a transaction each chunk commits separately
 * @param table name of a table, also one that `Tables` does not know (staging)
 * @returns the number of rows
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
 * Like `insertMany` but by COPY, at a quarter of the cost. Only for columns of text, numbers and `jsonb`.
 *
 * @param rowChunks the rows in chunks
 * @returns the number of rows
 */
export async function copyMany<Row extends object, Tables>(
  db: Kysely<Tables>,
  table: string,
  columns: readonly (keyof Row & string)[],
  rowChunks: RowChunks<Row>,
): Promise<number> {
  const { sql: text } =
    sql`copy ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) from stdin`.compile(db)
  let lines: string[] = []
  return inChunks(rowChunks, {
    add: rows => {
      // Not one long text: built by concatenation, it would survive young-generation garbage collection.
      for (const row of rows) lines.push(columns.map(name => copyText(row[name])).join('\t'))
      return rows.length
    },
    write: () => {
      // Both drivers take the rows of a COPY as its only parameter.
      const query = CompiledQuery.raw(text, [`${lines.join('\n')}\n`])
      lines = []
      return db.executeQuery(query)
    },
  })
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of COPY. */
function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, character => ESCAPES[character]!) : text
}

interface ChunkWriter<Item> {
  /** Adds rows to the current chunk. @returns their number */
  add(item: Item): number
  /** Starts to write the added rows, and clears them. */
  write(): Promise<unknown>
}

/** Collects rows, and writes a chunk while the next one is being collected. @returns the number of rows */
async function inChunks<Item>(items: Rows<Item>, { add, write }: ChunkWriter<Item>): Promise<number> {
  let written = 0
  let added = 0
  let pendingWrite: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    await pendingWrite
    if (added === 0) return
    pendingWrite = write()
    // A failure is thrown where the promise is awaited; until then it must not count as unhandled.
    pendingWrite.catch(() => undefined)
    written += added
    added = 0
  }
  try {
    for await (const item of items) {
      added += add(item)
      if (added >= CHUNK) await flush()
    }
    await flush()
    await pendingWrite
  } finally {
    // If reading fails, wait for the running statement.
    await pendingWrite.catch(() => undefined)
  }
  return written
}
