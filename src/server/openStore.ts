/** Opens the database of the environment, and says in a sentence why where that fails. */
import type { Env } from './env'
import { StartProblem } from './startProblem'
import { type Db, openDatabase } from './store/database'
import { sqlState } from './store/failures'
import { FolderForeign } from './store/folderContent'
import { FolderInUse } from './store/folderLock'
import { firstLine } from './whyNotStarted'

/** @throws StartProblem */
export async function openStore({ databaseUrl, data }: Pick<Env, 'databaseUrl' | 'data'>): Promise<Db> {
  try {
    return await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: data })
  } catch (error) {
    if (error instanceof FolderInUse) throw new StartProblem('folderInUse', { folder: data })
    if (error instanceof FolderForeign)
      throw new StartProblem('folderForeign', { folder: data, missing: error.missing })
    const cause = firstLine(error)
    if (databaseUrl)
      throw new StartProblem('databaseUnreachable', { database: withoutPassword(databaseUrl), cause })
    const state = sqlState(error) ?? ''
    const code = /^E[A-Z]+$/.test(state) ? 'folderUnwritable' : 'folderBroken'
    throw new StartProblem(code, { folder: data, cause })
  }
}

/** An address for people to read. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
