/** What a data folder holds before it is opened: nothing, a whole database, or what must not be initialised over (security.md 57). */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files without which a folder is no database of PostgreSQL. */
const OF_EVERY_DATABASE = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']

/** A folder with something else in it, or with a part of a database. */
export class FolderForeign extends Error {
  /** @param missing what a database would have there */
  constructor(
    readonly folder: string,
    readonly missing: string,
  ) {
    super(`${folder} holds something that is no whole database: ${missing} is missing`)
    this.name = 'FolderForeign'
  }
}

/**
 * @param folder the data folder; the database is in `pg` below it
 * @throws FolderForeign
 */
export async function refuseForeign(folder: string): Promise<void> {
  const database = join(folder, 'pg')
  // A folder that is a database itself has none below it.
  if (existsSync(join(folder, 'PG_VERSION'))) throw new FolderForeign(folder, 'pg')
  if (!existsSync(database) || (await readdir(database)).length === 0) return
  const missing = OF_EVERY_DATABASE.find(name => !existsSync(join(database, name)))
  if (missing) throw new FolderForeign(folder, `pg/${missing}`)
}
