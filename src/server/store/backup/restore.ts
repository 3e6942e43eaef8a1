/** Restores a backup of `backup.ts` into an empty database, in one transaction. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'
import { appliedMigrations, knownMigrations, migrate } from '../migrate'
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupHeader, type BackupTable, TEXT_SETTINGS } from './backup'

type Lines = AsyncIterable<string>

/** The file is no backup, or is damaged. */
export class BackupBroken extends Error {
  override name = 'BackupBroken'
}

/** The backup was written by a newer version. */
export class BackupNewer extends Error {
  override name = 'BackupNewer'
}

/** The database to restore into is not empty. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

/**
 * Checks a backup without a database: reads all lines, and compares number and checksum.
 *
 * @returns its header
 * @throws BackupBroken, BackupNewer
 */
export async function checkBackup(lines: Lines): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let header: BackupHeader | undefined
  let last = ''
  let count = 0
  for await (const line of lines) {
    header ??= readHeader(line)
    // Hashes the previous line, since the checksum in the last line does not cover that line.
    if (count > 0) hash.update(`${last}\n`)
    count++
    last = line
  }
  if (!header || count !== lineCountOf(header)) throw new BackupBroken('rows are missing')
  if (last !== JSON.stringify({ sha256: hash.digest('hex') })) throw new BackupBroken('the checksum is wrong')
  const known = await knownMigrations()
  const unknown = header.migrations.find(name => !known.includes(name))
  if (unknown) throw new BackupNewer(unknown)
  return header
}

/** Header, rows and checksum are lines. */
const lineCountOf = ({ tables }: BackupHeader) => tables.reduce((sum, { rows }) => sum + rows, 2)

function readHeader(line: string): BackupHeader {
  let header: Partial<BackupHeader>
  try {
    header = Object(JSON.parse(line))
  } catch {
    throw new BackupBroken('the first line is not JSON')
  }
  if (header.format !== BACKUP_FORMAT) throw new BackupBroken('the first line is not a header')
  if (header.version !== BACKUP_VERSION) throw new BackupNewer(`format ${header.version}`)
  // Not checked further: the checksum covers the header.
  return header as BackupHeader
}

/**
 * Migrates the database to the version of the backup, inserts the rows, and migrates to the newest version.
 *
 * @param db without records; missing tables are created
 * @param header as returned by `checkBackup`
 * @param lines all lines of the same backup, from the header
 * @throws DatabaseNotEmpty
 */
export async function restoreBackup(db: Db, header: BackupHeader, lines: Lines): Promise<void> {
  await migrateToBackup(db, header)
  await db.transaction().execute(async trx => {
    for (const setting of TEXT_SETTINGS) await sql.raw(`set local ${setting}`).execute(trx)
    // A server that starts during the restore waits for this lock; afterwards it does not fill the database itself.
    await sql`lock table settings in access exclusive mode`.execute(trx)
    if (await hasRecords(trx)) throw new DatabaseNotEmpty()
    const restoreConstraints = await dropConstraints(trx, header)
    await storeRows(trx, header, lines)
    await restoreConstraints()
    for (const { name, value, called } of header.sequences)
      await sql`select setval(${name}::regclass, ${value}, ${called})`.execute(trx)
  })
  await migrate(db)
  await sql`analyze`.execute(db)
}

/** @throws DatabaseNotEmpty if the database has other migrations, or tables of something else */
async function migrateToBackup(db: Db, { migrations }: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(db)
  if (applied.some(name => !migrations.includes(name))) throw new DatabaseNotEmpty()
  if (applied.length === 0 && (await hasTables(db))) throw new DatabaseNotEmpty()
  await migrate(db, { last: migrations.at(-1) })
}

const hasTables = (db: Db) =>
  readValue(
    db,
    sql<boolean>`exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')`,
  )

/** Checks only accounts and devices: every installation has an account before any other record. */
const hasRecords = (db: Db) =>
  readValue(db, sql<boolean>`exists (select from clients) or exists (select from devices)`)

/**
 * Drops foreign keys and indexes and disables triggers: inserting then takes a third of the time, and tables can be
 * filled in any order. The counters that the triggers maintain are in the backup.
 *
 * @returns a function that restores all of them
 */
async function dropConstraints(db: Db, { tables }: BackupHeader): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows: keys } = await sql<{ remove: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'`.execute(db)
  const { rows: indexes } = await sql<{ remove: string; add: string }>`
    select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as add
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace and c.relpersistence = 'p'
        and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(db)
  const names = tables.map(({ name }) => quoted(name))
  for (const name of names) await run(`alter table ${name} disable trigger user`)
  for (const { remove } of [...keys, ...indexes]) await run(remove)
  // Migrations insert rows that are in the backup too.
  await run(`truncate ${names.join()}`)
  return async () => {
    for (const { add } of [...indexes, ...keys]) await run(add)
    for (const name of names) await run(`alter table ${name} enable trigger user`)
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Characters of rows per statement. */
const STATEMENT_LENGTH = 1_000_000

async function storeRows(db: Db, { tables }: BackupHeader, lines: Lines): Promise<void> {
  const iterator = lines[Symbol.asyncIterator]()
  // Skips the header.
  await iterator.next()
  for (const table of tables) {
    const insert = await createInserter(db, table)
    let part: string[] = []
    let length = 0
    for (let row = 0; row < table.rows; row++) {
      const { value } = await iterator.next()
      part.push(value)
      length += value.length
      if (length < STATEMENT_LENGTH) continue
      await insert(part)
      part = []
      length = 0
    }
    if (part.length > 0) await insert(part)
  }
}

/** @returns a function that inserts rows of the table, each a JSON array of texts */
async function createInserter(
  db: Db,
  { name, columns }: BackupTable,
): Promise<(rows: string[]) => Promise<void>> {
  const { rows: types } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${quoted(name)}::regclass`.execute(db)
  const values = columns.map((column, index) => {
    const type = types.find(({ name: known }) => known === column)?.type
    if (!type) throw new BackupBroken(`the column ${name}.${column} is unknown`)
    return sql`(row ->> ${sql.lit(index)})::${sql.raw(type)}`
  })
  const names = sql.join(columns.map(column => sql.ref(column)))
  return async rows => {
    await sql`insert into ${sql.table(name)} (${names}) overriding system value
      select ${sql.join(values)} from jsonb_array_elements(${`[${rows.join()}]`}::jsonb) as row`.execute(db)
  }
}
