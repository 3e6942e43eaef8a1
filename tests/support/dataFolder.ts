/** Data folders for servers and databases of a test file. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from './afterFile'
import { openFolder } from './databases'

/** A new, empty folder; removed after the file. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-test-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new folder with a copy of the package's config. @param from the folder of the package to copy */
export function copiedConfig(from = 'config'): string {
  const folder = join(dataFolder(), 'config')
  cpSync(join(packageRoot, from), folder, { recursive: true })
  return folder
}

/** A new folder with a migrated, empty database: a server starts there much faster than on an empty folder. */
export async function preparedFolder(): Promise<string> {
  prepared ??= prepare()
  const folder = dataFolder()
  cpSync(await prepared, folder, { recursive: true })
  return folder
}

let prepared: Promise<string> | undefined
async function prepare(): Promise<string> {
  afterFile(() => {
    prepared = undefined
  })
  const folder = dataFolder()
  const db = await openFolder(folder)
  await db.destroy()
  return folder
}
