/** Opens the database: PGlite in a folder by default, PostgreSQL with an address; migrated, ready for queries. */
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { migrate } from './migrate'
import { lockFolder, refuseForeign } from './pglite/dataFolder'
import { PgliteAdapter, pgliteDialect } from './pglite/pgliteDialect'
import { type PgliteLocation, PgliteThread } from './pglite/pgliteThread'
import { postgresDialect } from './postgres/postgresDialect'
import { CALL_WAITS, NO_END, type Waits } from './postgres/waits'
import type { Tables } from './schema'

export type Db = Kysely<Tables>

/**
 * Where the records are: a PostgreSQL server, a data folder, or (for tests) memory; the latter two may start from a
 * dump.
 */
type DatabaseLocation = { url: string } | PgliteLocation

/** What a PostgreSQL server is asked for; PGlite has one connection and no such limits. */
interface Connecting {
  /** How many connections at most. */
  size?: number
  waits?: Waits
  /** Called when an idle connection breaks; the next query opens another. */
  onIdleError?: (error: Error) => void
}

/** Default number of connections. */
const CONNECTIONS = 10

/**
 * Opens and migrates. `db.destroy()` closes it and lets the folder go.
 *
 * @throws FolderInUse, FolderForeign, DatabaseGone, or the driver's error where it cannot be reached
 */
export async function openDatabase(location: DatabaseLocation, connecting?: Connecting): Promise<Db> {
  if ('url' in location) {
    await migrateServer(location)
    return connectDatabase(location, connecting)
  }
  const db = await connectDatabase(location)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** On connections of its own: a migration takes the time that it needs. */
async function migrateServer(location: { url: string }): Promise<void> {
  const db = await connectDatabase(location, { size: 2, waits: NO_END })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

/** Opens it as it is, whatever its tables: for what only looks, and for connections beside those of an open one. */
export async function connectDatabase(
  location: DatabaseLocation,
  { size = CONNECTIONS, waits = CALL_WAITS, onIdleError }: Connecting = {},
): Promise<Db> {
  if ('url' in location)
    return new Kysely<Tables>({ dialect: postgresDialect(location.url, { size, waits, onIdleError }) })
  if ('memory' in location) return new Kysely<Tables>({ dialect: pgliteDialect(new PgliteThread(location)) })
  const release = await lockFolder(location.folder)
  try {
    await refuseForeign(location.folder)
  } catch (error) {
    await release()
    throw error
  }
  const thread = new PgliteThread({ ...location, folder: join(location.folder, 'pg') })
  return new Kysely<Tables>({ dialect: pgliteDialect(thread, release) })
}

/** The thread that PGlite runs in; none on a server. */
export function pgliteThreadOf(db: Db): PgliteThread | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof PgliteAdapter ? adapter.thread : undefined
}

/** Whether it is PGlite, whose one connection everybody shares. */
export const isPglite = (db: Db): boolean => db.getExecutor().adapter instanceof PgliteAdapter

/** Runs the work in a transaction: a new one, or the one that is under way. */
export function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
