/** Brings a database to the newest of the numbered files in `migrations/`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { packageRoot } from '../packageRoot'

export const migrationsFolder = join(packageRoot, 'src/server/migrations')

/**
 * Runs what has not run yet, in the order of the numbers, in one transaction. Several processes may do so at once:
 * they wait for each other.
 *
 * @throws what the database said about the file that failed; nothing of this run is kept then
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether all of these migrations have run. */
export async function isMigrated<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(await readMigrations()).every(name => done.has(name))
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
