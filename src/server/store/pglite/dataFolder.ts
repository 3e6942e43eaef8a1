/**
 * Protects the data folder of PGlite: only one process may use it, and it must be empty or hold a complete database
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
 * Creates the folder if it is missing, and locks it by a kernel lock on `fleet.lock`, which ends with the process even
 * after a crash. PGlite itself does not refuse a second process, which would corrupt the database.
 *
 * @returns unlocks the folder
 * @throws FolderInUse, or the system's error if the folder cannot be written
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

/** Files and folders that every PostgreSQL database has. */
const REQUIRED_FILES = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']

/** The folder is not empty, and not a complete database. */
export class FolderNotDatabase extends Error {
  override name = 'FolderNotDatabase'

  /** @param missing the missing file or folder, relative to `folder` */
  constructor(
    readonly folder: string,
    readonly missing: string,
  ) {
    super(`${folder} is not empty and not a complete database: ${missing} is missing`)
  }
}

/**
 * Checks that the data folder has a complete database or none.
 *
 * @param folder the data folder; the database is in its subfolder `pg`
 * @throws FolderNotDatabase
 */
export async function assertDatabaseFolder(folder: string): Promise<void> {
  const database = join(folder, 'pg')
  // The folder is itself a database, which must be in a subfolder.
  if (existsSync(join(folder, 'PG_VERSION'))) throw new FolderNotDatabase(folder, 'pg')
  if (!existsSync(database) || (await readdir(database)).length === 0) return
  const missing = REQUIRED_FILES.find(name => !existsSync(join(database, name)))
  if (missing) throw new FolderNotDatabase(folder, `pg/${missing}`)
}
