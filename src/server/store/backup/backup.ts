/**
 * All records of a database as lines of text (decision 183): one JSON header, one line for each row, and a last line
 * with a checksum. The values are PostgreSQL's own texts of them, so that every type comes back exactly, from either
 * database into either.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'
import { appliedMigrations } from '../migrate'

export const BACKUP_FORMAT = 'fleet-backup'
/** Raised when an earlier restore could not read what is written. */
export const BACKUP_VERSION = 1

export interface BackupHeader {
  format: typeof BACKUP_FORMAT
  version: number
  made: string
  /** Applied to the database, in their order. */
  migrations: string[]
  /** In the order of their rows. */
  tables: BackupTable[]
  sequences: { name: string; value: number; called: boolean }[]
}

export interface BackupTable {
  name: string
  /** The columns of every row, in this order; generated columns are left out. */
  columns: string[]
  rows: number
}

/** Texts that mean the same everywhere. */
export const SETTINGS = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO'`,
  `intervalstyle = 'postgres'`,
  'extra_float_digits = 1',
]

/** About so much is read at a time: a picture may be as large as a thousand devices. */
const PART_BYTES = 1_000_000
const MOST_ROWS = 5_000

/**
 * Yields the lines of one snapshot; later writes are not seen. On PGlite no other query runs until the end: there a
 * copy of the files is read instead (`copyService`).
 */
export async function* backupLines(db: Db, now: Date): AsyncGenerator<string> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    for (const setting of SETTINGS) await sql.raw(`set local ${setting}`).execute(trx)
    const header = await readHeader(trx, now)
    const hash = createHash('sha256')
    const line = (text: string) => {
      hash.update(`${text}\n`)
      return text
    }
    yield line(JSON.stringify(header))
    for (const table of header.tables) for await (const row of rowsOf(trx, table)) yield line(row)
    yield JSON.stringify({ sha256: hash.digest('hex') })
  } finally {
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

async function readHeader(db: Db, now: Date): Promise<BackupHeader> {
  const tables: BackupTable[] = []
  for (const { name, columns } of await recordTables(db)) {
    const rows = await readValue(db, sql<number>`(select count(*) from ${sql.table(name)})`)
    tables.push({ name, columns, rows })
  }
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    made: now.toISOString(),
    migrations: await appliedMigrations(db),
    tables,
    sequences: await readSequences(db),
  }
}

/** Tables that stay: not those of the migrator, nor the unlogged ones in which uploads wait. */
async function recordTables(db: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and not starts_with(c.relname, 'kysely_')
      group by c.relname order by c.relname`.execute(db)
  return rows
}

async function readSequences(db: Db): Promise<BackupHeader['sequences']> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`.execute(
    db,
  )
  const sequences: BackupHeader['sequences'] = []
  for (const { name } of rows) {
    const found = await sql<{ value: number; called: boolean }>`
      select last_value as value, is_called as called from ${sql.table(name)}`.execute(db)
    sequences.push({ name, ...found.rows[0]! })
  }
  return sequences
}

async function* rowsOf(db: Db, { name, columns }: BackupTable): AsyncGenerator<string> {
  const texts: RawBuilder<unknown> = sql.join(columns.map(column => sql`${sql.ref(column)}::text`))
  await sql`declare backup no scroll cursor for
    select to_json(array[${texts}])::text as row from ${sql.table(name)}`.execute(db)
  for (let most = 50; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(most)} from backup`.execute(db)
    if (rows.length === 0) break
    let bytes = 0
    for (const { row } of rows) {
      bytes += row.length
      yield row
    }
    most = Math.max(1, Math.min(MOST_ROWS, Math.floor((PART_BYTES * rows.length) / bytes)))
  }
  await sql`close backup`.execute(db)
}
