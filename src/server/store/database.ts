/** Opens and migrates the database: PGlite in a folder, or PostgreSQL by URL. */
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { readValue } from './counts'
import { LOCKING_CONNECTIONS } from './lock'
import { type MigrateOptions, migrate } from './migrate'
import { assertDatabaseFolder, closeToOthers, lockFolder } from './pglite/dataFolder'
import { PgliteAdapter, pgliteDialect } from './pglite/pgliteDialect'
import { type PgliteLocation, PgliteThread } from './pglite/pgliteThread'
import { postgresDialect } from './postgres/postgresDialect'
import { NO_LIMITS, REQUEST_LIMITS, type TimeLimits } from './postgres/timeLimits'
import type { Tables } from './schema'

export type Db = Kysely<Tables>

/** A PostgreSQL server, a data folder, or (for tests) memory; a folder or memory may be loaded from a dump. */
type DatabaseLocation = { url: string } | PgliteLocation

/** Options for PostgreSQL; PGlite has one connection and no time limits. */
interface ConnectionOptions {
  /** Maximum number of connections. */
  size?: number
  /** Default: `REQUEST_LIMITS`. */
  timeLimits?: TimeLimits
  /** Whether marked statements are prepared (`prepared`); by default unless a pooler is in between. */
  isPreparing?: boolean | undefined
  /** Called once if another process is migrating, with the minutes that this one waits at most. */
  onWait?: MigrateOptions['onWait']
  /** Called with the migrations that have run now, also with PGlite. */
  onMigrated?: MigrateOptions['onMigrated']
}

/** Default number of connections. */
const CONNECTIONS = 10

/**
 * Opens and migrates. `db.destroy()` closes the database and unlocks the folder.
 *
 * @throws StoreProblem, DatabaseGone, or the driver's error if the server cannot be reached
 */
export async function openDatabase(location: DatabaseLocation, connecting?: ConnectionOptions): Promise<Db> {
  if ('url' in location) {
    await migrateServer(location, connecting)
    return connectDatabase(location, connecting)
  }
  const db = await connectDatabase(location)
  try {
    await migrate(db, { onMigrated: connecting?.onMigrated })
    // Also the files that the database has created since it was opened.
    if ('folder' in location && location.folder) await closeToOthers(location.folder)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Uses separate connections without time limits. */
async function migrateServer(
  location: { url: string },
  { onWait, onMigrated }: ConnectionOptions = {},
): Promise<void> {
  const db = await connectDatabase(location, { size: LOCKING_CONNECTIONS, timeLimits: NO_LIMITS })
  try {
    await migrate(db, { onWait, onMigrated })
  } finally {
    await db.destroy()
  }
}

/** Opens the database without migrating: for read-only tools, and for additional connections to an open database. */
export async function connectDatabase(
  location: DatabaseLocation,
  { size = CONNECTIONS, timeLimits = REQUEST_LIMITS, ...options }: ConnectionOptions = {},
): Promise<Db> {
  if ('url' in location)
    return new Kysely<Tables>({ dialect: postgresDialect(location.url, { size, timeLimits, ...options }) })
  if ('memory' in location) return new Kysely<Tables>({ dialect: pgliteDialect(new PgliteThread(location)) })
  const release = await lockFolder(location.folder)
  try {
    await assertDatabaseFolder(location.folder)
  } catch (error) {
    await release()
    throw error
  }
  const thread = new PgliteThread({ ...location, folder: join(location.folder, 'pg') })
  return new Kysely<Tables>({
    dialect: pgliteDialect(thread, async () => {
      await closeToOthers(location.folder)
      await release()
    }),
  })
}

/** The thread of PGlite; `undefined` on PostgreSQL. */
export function pgliteThreadOf(db: Db): PgliteThread | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof PgliteAdapter ? adapter.thread : undefined
}

/** Whether the database is PGlite, which has a single connection. */
export const isPglite = (db: Db): boolean => db.getExecutor().adapter instanceof PgliteAdapter

/** Whether the database can only be read, such as a standby. */
export const isReadOnly = async (db: Db): Promise<boolean> =>
  (await readValue(db, sql<string>`current_setting('transaction_read_only')`)) === 'on'

/** Runs `work` in a new transaction, or in `db` if that is one already. */
export function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
