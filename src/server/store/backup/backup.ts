/**
 * Writes all records of a database as lines of text (decision 183): a JSON header, one line per row (a JSON array), and
 * a last line with a checksum. Values are in PostgreSQL's text form, so every type is restored exactly, also between
 * PGlite and a PostgreSQL server.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'
import { appliedMigrations } from '../migrate'

export const BACKUP_FORMAT = 'fleet-backup'
/** Incremented by changes that earlier versions cannot restore. */
export const BACKUP_VERSION = 1

export interface BackupHeader {
  format: typeof BACKUP_FORMAT
  version: number
  /** ISO time of the backup. */
  made: string
  /** The applied migrations, in order. */
  migrations: string[]
  /** The tables, in the order in which their rows follow. */
  tables: BackupTable[]
  /** `called`: whether `value` has been given out already (`is_called`). */
  sequences: { name: string; value: number; called: boolean }[]
}

export interface BackupTable {
  name: string
  /** The columns of each row, in order; generated columns are omitted. */
  columns: string[]
  /** The number of rows. */
  rows: number
}

/** Transaction settings that give values the same text form on every server. */
export const TEXT_SETTINGS = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO'`,
  `intervalstyle = 'postgres'`,
  'extra_float_digits = 1',
]

/** Target size of one fetch. Row sizes vary: a picture may be as large as a thousand devices. */
const FETCH_BYTES = 1_000_000
const MAX_FETCH_ROWS = 5_000
/** Rows of the first fetch of a table, when the size of its rows is not known yet. */
const FIRST_FETCH_ROWS = 50

/**
 * Yields the lines of a backup, read in one snapshot. On PGlite this would block all other queries until the end, so a
 * copy of the data folder is read instead (`copyService`).
 */
export async function* backupLines(db: Db, now: Date): AsyncGenerator<string> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    for (const setting of TEXT_SETTINGS) await sql.raw(`set local ${setting}`).execute(trx)
    const header = await readHeader(trx, now)
    const hash = createHash('sha256')
    const hashed = (text: string) => {
      hash.update(`${text}\n`)
      return text
    }
    yield hashed(JSON.stringify(header))
    for (const table of header.tables) for await (const row of readRows(trx, table)) yield hashed(row)
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
  for (const { name, columns } of await readTables(db)) {
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

/** All tables except the migrator's, and the unlogged ones in which uploads are staged. */
async function readTables(db: Db): Promise<{ name: string; columns: string[] }[]> {
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
    const state = await sql<{ value: number; called: boolean }>`
      select last_value as value, is_called as called from ${sql.table(name)}`.execute(db)
    sequences.push({ name, ...state.rows[0]! })
  }
  return sequences
}

/** Reads a table with a cursor. The size of a fetch follows from the rows of the previous one. */
async function* readRows(db: Db, { name, columns }: BackupTable): AsyncGenerator<string> {
  const texts: RawBuilder<unknown> = sql.join(columns.map(column => sql`${sql.ref(column)}::text`))
  await sql`declare backup no scroll cursor for
    select to_json(array[${texts}])::text as row from ${sql.table(name)}`.execute(db)
  for (let limit = FIRST_FETCH_ROWS; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(limit)} from backup`.execute(db)
    if (rows.length === 0) break
    let bytes = 0
    for (const { row } of rows) {
      bytes += row.length
      yield row
    }
    limit = Math.max(1, Math.min(MAX_FETCH_ROWS, Math.floor((FETCH_BYTES * rows.length) / bytes)))
  }
  await sql`close backup`.execute(db)
}
