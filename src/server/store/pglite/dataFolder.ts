/**
 * Protects the data folder of PGlite: only one process may use it, and it must be empty or hold a complete database
 * (security 57).
 */
import { existsSync } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { errorCode, StoreProblem } from '../failures'

/**
 * Creates the folder if it is missing, closes it to other users of the machine, and locks it by a kernel lock on
 * `fleet.lock`, which ends with the process even after a crash. PGlite itself does not refuse a second process, which
 * would corrupt the database.
 *
 * @returns unlocks the folder
 * @throws StoreProblem `folderInUse`, or the system's error if the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await closeToOthers(folder)
  const path = join(folder, 'fleet.lock')
  const file: FileHandle = await open(path, 'a+', FILE_MODE)
  await allowOnly(FILE_MODE, path)
  if (!tryLock(file.fd)) {
    await file.close()
    throw new StoreProblem('folderInUse', { folder })
  }
  return () => file.close()
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** The mark of folders such as /tmp. */
const STICKY = 0o1000

/**
 * Lets only the owner read and write the folder and the database in it. PGlite creates its files for everybody,
 * whatever the umask of the process. Other files in the folder are left alone, and so is a folder that is meant for all
 * users.
 */
export async function closeToOthers(folder: string): Promise<void> {
  const isForAll = ((await stat(folder)).mode & STICKY) !== 0
  if (!isForAll) await allowOnly(FOLDER_MODE, folder)
  const database = join(folder, 'pg')
  if (!existsSync(database)) return
  await allowOnly(FOLDER_MODE, database)
  for (const entry of await readdir(database, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await allowOnly(FOLDER_MODE, path)
    else if (entry.isFile()) await allowOnly(FILE_MODE, path)
  }
}

/** Sets the mode. A folder that belongs to another user, such as a mounted volume, keeps its own. */
async function allowOnly(mode: number, path: string): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (error) {
    // PGlite removes files while this walks.
    if (!['EPERM', 'ENOENT'].includes(errorCode(error) ?? '')) throw error
  }
}

/** Files and folders that every PostgreSQL database has. */
const REQUIRED_FILES = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']

/** The PostgreSQL version of PGlite. */
const VERSION = '18'

/**
 * Checks that the data folder has no database, or a complete one of the supported version.
 *
 * @param folder the data folder; the database is in its subfolder `pg`
 * @throws StoreProblem `folderForeign`, `folderVersion`
 */
export async function assertDatabaseFolder(folder: string): Promise<void> {
  const database = join(folder, 'pg')
  // The folder is itself a database, which must be in a subfolder.
  if (existsSync(join(folder, 'PG_VERSION')))
    throw new StoreProblem('folderForeign', { folder, missing: 'pg' })
  if (!existsSync(database) || (await readdir(database)).length === 0) return
  const missing = REQUIRED_FILES.find(name => !existsSync(join(database, name)))
  if (missing) throw new StoreProblem('folderForeign', { folder, missing: `pg/${missing}` })
  const version = (await readFile(join(database, 'PG_VERSION'), 'utf8')).trim()
  if (/^\d+$/.test(version) && version !== VERSION)
    throw new StoreProblem('folderVersion', { folder, found: version, supported: VERSION })
}
