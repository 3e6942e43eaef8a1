/**
 * The folder that PGlite's database lies in: one process has it, and what is there must be a database or nothing
 * (security 57).
 */
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'

/** Another process uses the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'

  constructor(readonly folder: string) {
    super(`another process uses the data folder ${folder}`)
  }
}

/**
 * Takes the folder by a lock of the kernel on `fleet.lock`, which ends with the process, however it ends; makes it when
 * it is missing. PGlite itself lets a second process open the same folder without an error, and the two diverge.
 *
 * @returns lets the folder go
 * @throws FolderInUse, or the system's error where the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file: FileHandle = await open(join(folder, 'fleet.lock'), 'a+')
  if (!tryLock(file.fd)) {
    await file.close()
    throw new FolderInUse(folder)
  }
  return () => file.close()
}

/** Files without which a folder is no database of PostgreSQL. */
const OF_EVERY_DATABASE = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']

/** A folder with something else in it, or with a part of a database. */
export class FolderForeign extends Error {
  override name = 'FolderForeign'

  /** @param missing what a database would have there */
  constructor(
    readonly folder: string,
    readonly missing: string,
  ) {
    super(`${folder} holds something that is no whole database: ${missing} is missing`)
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
