/** Migrates a database by the numbered files in `migrations/` (decision 185). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { packageRoot } from '../packageRoot'
import { readValue } from './counts'

export const migrationsFolder = join(packageRoot, 'src/server/migrations')

/** The database has a migration that this version does not know: a newer one has used it. */
export class DatabaseNewer extends Error {
  override name = 'DatabaseNewer'

  constructor(readonly migration: string) {
    super(`the database has the migration ${migration}, which this version does not know`)
  }
}

/**
 * Runs pending migrations by number, in one transaction. Concurrent processes wait for each other.
 *
 * @param last the last migration to run; default: all
 * @throws DatabaseNewer, or the database's error; then all migrations of this run are rolled back
 */
export async function migrate<Tables>(db: Kysely<Tables>, last?: string): Promise<void> {
  await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
}

/** Whether all migrations of this version have run. */
export async function isMigrated<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
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
  if (unknown) throw new DatabaseNewer(unknown)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrationsFolder)).filter(name => /^\d{4}_\w+\.sql$/.test(name)).sort()
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
