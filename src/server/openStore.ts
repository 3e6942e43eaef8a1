/** Opens the database of the environment, and says in a sentence why where that fails. */
import type { Env } from './env'
import { StartProblem } from './startProblem'
import { connectDatabase, type Db, openDatabase } from './store/database'
import { sqlState } from './store/failures'
import { FolderForeign } from './store/folderContent'
import { FolderInUse } from './store/folderLock'
import { LONG_WAITS } from './store/waits'
import { firstLine } from './whyNotStarted'

type Place = Pick<Env, 'databaseUrl' | 'databasePool' | 'data'>

/** @throws StartProblem */
export async function openStore({ databaseUrl, databasePool, data }: Place): Promise<Db> {
  try {
    return databaseUrl
      ? await openDatabase({ url: databaseUrl }, { size: databasePool - longShare(databasePool) })
      : await openDatabase({ folder: data })
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

/** A quarter of the connections; two at least, so that a download goes on beside an upload. */
const longShare = (pool: number) => Math.max(2, Math.floor(pool / 4))

/** Connections for what takes long, beside those of `db`: nobody's short call waits for them. PGlite has one for all. */
export async function openLong({ databaseUrl, databasePool }: Place, db: Db): Promise<Db> {
  if (!databaseUrl) return db
  return connectDatabase({ url: databaseUrl }, { size: longShare(databasePool), waits: LONG_WAITS })
}

/** An address for people to read. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
