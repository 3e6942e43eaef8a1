/** Reads what `backup.ts` writes into an empty database: all of it in one transaction, or nothing. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readValue } from '../counts'
import type { Db } from '../database'
import { appliedMigrations, knownMigrations, migrate } from '../migrate'
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupHeader, type BackupTable, SETTINGS } from './backup'

type Lines = AsyncIterable<string>

/** It is no backup, or not as it was written. */
export class BackupBroken extends Error {
  override name = 'BackupBroken'
}

/** It was written by a newer version. */
export class BackupNewer extends Error {
  override name = 'BackupNewer'
}

/** The database holds something already. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

/**
 * Reads a backup to its end without a database.
 *
 * @throws BackupBroken, BackupNewer
 */
export async function checkBackup(lines: Lines): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let header: BackupHeader | undefined
  let last = ''
  let rows = -1
  for await (const line of lines) {
    header ??= readHeader(line)
    if (rows >= 0) hash.update(`${last}\n`)
    rows++
    last = line
  }
  if (!header || rows !== sum(header) + 1) throw new BackupBroken('it does not hold all rows')
  if (last !== JSON.stringify({ sha256: hash.digest('hex') }))
    throw new BackupBroken('its checksum is another')
  const known = await knownMigrations()
  const foreign = header.migrations.find(name => !known.includes(name))
  if (foreign) throw new BackupNewer(foreign)
  return header
}

const sum = ({ tables }: BackupHeader) => tables.reduce((all, { rows }) => all + rows, 0)

function readHeader(line: string): BackupHeader {
  let header: Partial<BackupHeader>
  try {
    header = Object(JSON.parse(line))
  } catch {
    throw new BackupBroken('its first line is no JSON')
  }
  if (header.format !== BACKUP_FORMAT) throw new BackupBroken('its first line is no header')
  if (header.version !== BACKUP_VERSION) throw new BackupNewer(`format ${header.version}`)
  return header as BackupHeader
}

/**
 * Brings the database to the migrations of the backup, stores the rows, and brings it to the newest.
 *
 * @param db connected, without records; tables are made where there are none
 * @param header of a backup that was checked
 * @param lines the whole of it once more
 * @throws DatabaseNotEmpty
 */
export async function restoreBackup(db: Db, header: BackupHeader, lines: Lines): Promise<void> {
  await prepare(db, header)
  await db.transaction().execute(async trx => {
    for (const setting of SETTINGS) await sql.raw(`set local ${setting}`).execute(trx)
    // A server that starts during the restore waits for this lock, and then finds the database filled.
    await sql`lock table settings in access exclusive mode`.execute(trx)
    if (await hasRecords(trx)) throw new DatabaseNotEmpty()
    const putBack = await setAside(trx, header)
    await storeRows(trx, header, lines)
    await putBack()
    for (const { name, value, called } of header.sequences)
      await sql`select setval(${name}::regclass, ${value}, ${called})`.execute(trx)
  })
  await migrate(db)
  await sql`analyze`.execute(db)
}

async function prepare(db: Db, { migrations }: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(db)
  if (applied.some(name => !migrations.includes(name))) throw new DatabaseNotEmpty()
  if (applied.length === 0 && (await hasTables(db))) throw new DatabaseNotEmpty()
  await migrate(db, migrations.at(-1))
}

const hasTables = (db: Db) =>
  readValue(
    db,
    sql<boolean>`exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')`,
  )

/** An installation has an account before it has anything else. */
const hasRecords = (db: Db) =>
  readValue(db, sql<boolean>`exists (select from clients) or exists (select from devices)`)

/**
 * Drops foreign keys and indexes and disables triggers while rows are stored: that takes a third of the time, and
 * tables can be filled in any order. What the triggers would count is in the backup already.
 *
 * @returns restores them
 */
async function setAside(db: Db, { tables }: BackupHeader): Promise<() => Promise<void>> {
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
  // Migrations leave rows, which are in the backup as well.
  await run(`truncate ${names.join()}`)
  return async () => {
    for (const { add } of [...indexes, ...keys]) await run(add)
    for (const name of names) await run(`alter table ${name} enable trigger user`)
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Rows of about so many characters are one statement. */
const PART_LENGTH = 1_000_000

async function storeRows(db: Db, { tables }: BackupHeader, lines: Lines): Promise<void> {
  const iterator = lines[Symbol.asyncIterator]()
  await iterator.next()
  for (const table of tables) {
    const store = await insertInto(db, table)
    let part: string[] = []
    let length = 0
    for (let row = 0; row < table.rows; row++) {
      const { value } = await iterator.next()
      part.push(value)
      length += value.length
      if (length < PART_LENGTH) continue
      await store(part)
      part = []
      length = 0
    }
    if (part.length > 0) await store(part)
  }
}

/** @returns stores rows of the table, each a JSON array of texts */
async function insertInto(
  db: Db,
  { name, columns }: BackupTable,
): Promise<(rows: string[]) => Promise<void>> {
  const { rows: types } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${quoted(name)}::regclass`.execute(db)
  const values = columns.map((column, at) => {
    const type = types.find(known => known.name === column)?.type
    if (!type) throw new BackupBroken(`there is no ${name}.${column}`)
    return sql`(row ->> ${sql.lit(at)})::${sql.raw(type)}`
  })
  const names = sql.join(columns.map(column => sql.ref(column)))
  return async rows => {
    await sql`insert into ${sql.table(name)} (${names}) overriding system value
      select ${sql.join(values)} from jsonb_array_elements(${`[${rows.join()}]`}::jsonb) as row`.execute(db)
  }
}
