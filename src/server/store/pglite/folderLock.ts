/** One process per data folder: PGlite lets a second one in without a word, and the two diverge (notes/server.md). */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'

/** Another process uses the data folder. */
export class FolderInUse extends Error {
  constructor(readonly folder: string) {
    super(`another process uses the data folder ${folder}`)
    this.name = 'FolderInUse'
  }
}

/**
 * Takes the folder by a lock of the kernel on `fleet.lock`, which ends with the process, however it ends.
 * Makes the folder when it is missing.
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
