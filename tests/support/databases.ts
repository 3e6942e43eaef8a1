/** Fresh, migrated databases for tests: PostgreSQL when TEST_DATABASE_URL names a server, otherwise PGlite. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, openDatabase } from '../../src/server/store/database'
import { migrationsFolder } from '../../src/server/store/migrate'
import { pgliteDialect } from '../../src/server/store/pglite/pgliteDialect'
import { PgliteThread } from '../../src/server/store/pglite/pgliteThread'
import { afterFile } from './afterFile'
import { openPooled } from './pglitePool'

/**
 * Whether `newDatabase` opens PGlite: without TEST_DATABASE_URL, and in the project `other`, which runs some files once
 * more on the database that the first run did not use.
 */
export const onPglite = !process.env.TEST_DATABASE_URL || process.env.TEST_DATABASE === 'pglite'

/** A new, migrated and empty database (vendor 0 is the only row), dropped after the test file. */
export const newDatabase = (): Promise<Db> => (onPglite ? openPglite() : openPostgres())

/** One new database, PGlite in memory. */
export async function openPglite(): Promise<Db> {
  return closedAfterFile(await openPooled(await template()))
}

/** A migrated, empty database in this folder; the test closes it. */
export async function openFolder(folder: string): Promise<Db> {
  return openDatabase({ folder, template: await template() })
}

/** One new database on the server of TEST_DATABASE_URL. */
export async function openPostgres(): Promise<Db> {
  return closedAfterFile(await openDatabase({ url: await migratedPostgres() }))
}

/** The address of a new, migrated database without connections. */
export const migratedPostgres = async (): Promise<string> => createDatabase(await postgresTemplate())

/**
 * Creates a database on the server of TEST_DATABASE_URL, dropped after the test file.
 *
 * @param template the database to copy; by default an empty one
 * @returns its address
 */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `fleet_test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${template}`)
  afterFile(() => onServer(`drop database if exists ${name} with (force)`))
  // This is faster, and tests do not need commits to survive a crash of PostgreSQL.
  await onServer(`alter database ${name} set synchronous_commit = off`)
  return addressOfName(name)
}

/** The address of an open PostgreSQL database. */
export async function addressOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return addressOfName(rows[0]!.name)
}

function addressOfName(name: string): string {
  const address = new URL(process.env.TEST_DATABASE_URL!)
  address.pathname = `/${name}`
  return address.href
}

/**
 * The name of a migrated database without connections, made once in a process: copying it is faster than migrating.
 * `./wholeRun` drops it.
 */
function postgresTemplate(): Promise<string> {
  migrated ??= (async () => {
    const name = `fleet_template_${process.env.TEST_RUN}_${process.pid}`
    await onServer(`create database ${name}`)
    const db = await openDatabase({ url: addressOfName(name) })
    await db.destroy()
    return name
  })()
  return migrated
}
let migrated: Promise<string> | undefined

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function closedAfterFile(db: Db): Db {
  afterFile(() => db.destroy())
  return db
}

/** The file with a dump of a migrated PGlite, made once for each state of the migrations: opening it is faster. */
async function template(): Promise<string> {
  const hash = createHash('sha256').update(pgliteVersion())
  for (const name of readdirSync(migrationsFolder).sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  const file = join(tmpdir(), `fleet-template-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const thread = new PgliteThread({ memory: true })
  const { Kysely } = await import('kysely')
  const { migrate } = await import('../../src/server/store/migrate')
  const db = new Kysely<unknown>({ dialect: pgliteDialect(thread) })
  await migrate(db)
  const { rows } = await thread.request({ do: 'dump' })
  await db.destroy()
  // Written under another name first: another process must not read half of the file.
  writeFileSync(`${file}.${process.pid}`, rows![0] as Uint8Array)
  renameSync(`${file}.${process.pid}`, file)
  return file
}

const pgliteVersion = () =>
  readFileSync(join(import.meta.dirname, '../../node_modules/@electric-sql/pglite/package.json'))
