/** Migrates a database by the numbered files in `migrations/` (decision 185). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { packageRoot } from '../packageRoot'
import { readValue } from './counts'
import { StoreProblem } from './failures'
import { withLock } from './lock'
import { PgliteAdapter } from './pglite/pgliteDialect'
import { retryDeadlocks } from './retryDeadlocks'

export const migrationsFolder = join(packageRoot, 'src/server/migrations')

/** Migrations of large tables take minutes. */
const MAX_WAIT_MINUTES = 60
const RETRY_MS = 500

/** The lock of Kysely's own migrations: servers of earlier versions take it too. */
export const MIGRATION_LOCK = 3_853_314_791_062_309_107n

/** The options of `migrate`. */
export interface MigrateOptions {
  /** The last migration to run; default: all. */
  last?: string | undefined
  /** Called once if another process is migrating, with the minutes after which `migrate` gives up. */
  onWait?: ((minutes: number) => void) | undefined
  /** Called with the migrations that have run now, if any. */
  onMigrated?: ((migrations: readonly string[]) => void) | undefined
}

/**
 * Runs pending migrations by number, in one transaction. Concurrent processes wait for each other.
 *
 * @throws StoreProblem, or the database's error; then all migrations of this run are rolled back
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  { onWait, ...options }: MigrateOptions = {},
): Promise<void> {
  // PGlite has one process.
  if (db.getExecutor().adapter instanceof PgliteAdapter) return runMigrations(db, options)
  const giveUpAt = performance.now() + MAX_WAIT_MINUTES * 60_000
  for (let attempt = 1; ; attempt++) {
    // A server of the earlier version may still change records, and lock tables in another order.
    const work = () => retryDeadlocks(() => runMigrations(db, options))
    if (await withLock(db, MIGRATION_LOCK, work)) return
    if (attempt === 1) onWait?.(MAX_WAIT_MINUTES)
    if (performance.now() > giveUpAt) throw new StoreProblem('migrationLocked', { minutes: MAX_WAIT_MINUTES })
    await setTimeout(RETRY_MS)
  }
}

async function runMigrations<Tables>(
  db: Kysely<Tables>,
  { last, onMigrated }: Omit<MigrateOptions, 'onWait'>,
): Promise<void> {
  await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  if (results.length > 0) onMigrated?.(results.map(({ migrationName }) => migrationName))
}

/** Whether all migrations of this version have run. */
export async function isMigrated<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await appliedMigrations(db))
  return Object.keys(await readMigrations()).every(name => done.has(name))
}

/** Names of the migrations of this version, sorted. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations())
}

/** Names of the applied migrations; none for an empty database. */
export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  if (!(await readValue(db, sql<boolean>`to_regclass('kysely_migration') is not null`))) return []
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

async function refuseNewer<Tables>(db: Kysely<Tables>): Promise<void> {
  const known = await knownMigrations()
  const unknown = (await appliedMigrations(db)).find(name => !known.includes(name))
  if (unknown) throw new StoreProblem('databaseNewer', { migration: unknown })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const found = await readdir(migrationsFolder).catch(() => [])
  const files = found.filter(name => /^\d{4}_\w+\.sql$/.test(name)).sort()
  if (files.length === 0) throw new StoreProblem('migrationsMissing', { folder: migrationsFolder })
  return Object.fromEntries(
    files.map(name => [
      name.replace(/\.sql$/, ''),
      {
        async up(db: Kysely<unknown>) {
          await sql.raw(await readFile(join(migrationsFolder, name), 'utf8')).execute(db)
        },
      } satisfies Migration,
    ]),
  )
}
