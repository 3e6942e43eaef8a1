/** Opens the database of the environment. Failures become a `StartProblem`, whose message names the cause. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase, type Db, isReadOnly, openDatabase } from '../store/database'
import { errorCode, isStarting, StoreProblem } from '../store/failures'
import { LOCKING_CONNECTIONS } from '../store/lock'
import { keepsPrepared } from '../store/postgres/keepsPrepared'
import { BULK_LIMITS, NO_LIMITS } from '../store/postgres/timeLimits'
import type { Env } from './env'
import { firstLine, StartProblem, terminalSentence } from './startProblem'

type DatabaseEnv = Pick<Env, 'databaseUrl' | 'databasePool' | 'databasePrepare' | 'data'>

const writeToTerminal = (key: string, params: Record<string, string | number>) =>
  process.stderr.write(`${terminalSentence(key, params)}\n`)

/** Problems of a PostgreSQL server that responds, by SQLSTATE. */
const SERVER_PROBLEMS = [
  [/^28/, 'databaseLogin'],
  [/^3D000$/, 'databaseMissing'],
  [/^25006$/, 'databaseReadOnly'],
  [/^(55000|53|57P03)/, 'databaseClosed'],
  [/^(42501|3F000)$/, 'databaseRights'],
  [/^[0-9A-Z]{5}$/, 'databaseFailed'],
] as const satisfies [RegExp, string][]

/** Problems of a data folder, by code and message. If none matches, the database counts as damaged. */
const FOLDER_PROBLEMS = [
  [/could not allocate memory|out of memory|allocation failed/i, 'memoryShort'],
  [/^ERR_|^MODULE_NOT_FOUND|Cannot find module|\/node_modules\//, 'programIncomplete'],
  [/^(E[A-Z]+|53100) |the disk is full/, 'folderUnwritable'],
  [/^[0-9A-Z]{5} /, 'folderFailed'],
] as const satisfies [RegExp, string][]

/** How long a start waits for a PostgreSQL server that is starting up, or too busy to answer. */
const PATIENCE_SECONDS = 60
const RETRY_MS = 1_000

/** @throws StartProblem */
export async function openStore(
  env: DatabaseEnv,
  onMigrated?: (migrations: readonly string[]) => void,
): Promise<Db> {
  const { databaseUrl, databasePool, databasePrepare, data } = env
  if (databaseUrl && databasePrepare && !(await withStartProblems(env, () => keepsPrepared(databaseUrl))))
    throw new StartProblem('databasePrepare', { database: withoutPassword(databaseUrl) })
  const db = await withStartProblems(env, () =>
    databaseUrl
      ? openDatabase(
          { url: databaseUrl },
          {
            size: databasePool - bulkShare(databasePool),
            isPreparing: databasePrepare,
            onWait: minutes => writeToTerminal('migrating', { minutes }),
            onMigrated,
          },
        )
      : openDatabase({ folder: data }, { onMigrated }),
  )
  if (databaseUrl && (await isReadOnly(db))) {
    await db.destroy()
    const database = withoutPassword(databaseUrl)
    throw new StartProblem('databaseReadOnly', { database, cause: 'transaction_read_only = on' })
  }
  return db
}

/** Opens the database without migrating and without timeouts, for commands. @throws StartProblem */
export const connectStore = (env: Pick<DatabaseEnv, 'databaseUrl' | 'data'>): Promise<Db> =>
  withStartProblems(env, async () => {
    const { databaseUrl, data } = env
    const db = await connectDatabase(databaseUrl ? { url: databaseUrl } : { folder: data }, {
      size: LOCKING_CONNECTIONS,
      timeLimits: NO_LIMITS,
    })
    try {
      await sql`select`.execute(db)
      return db
    } catch (error) {
      await db.destroy()
      throw error
    }
  })

async function withStartProblems<Result>(
  { databaseUrl, data }: Pick<DatabaseEnv, 'databaseUrl' | 'data'>,
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await (databaseUrl ? openPatiently(databaseUrl, open) : open())
  } catch (error) {
    if (error instanceof StoreProblem) throw new StartProblem(error.code, error.params)
    const cause = firstLine(error)
    const state = errorCode(error) ?? ''
    if (databaseUrl) {
      const code = SERVER_PROBLEMS.find(([states]) => states.test(state))?.[1] ?? 'databaseUnreachable'
      throw new StartProblem(code, { database: withoutPassword(databaseUrl), cause })
    }
    const code = FOLDER_PROBLEMS.find(([problem]) => problem.test(`${state} ${cause}`))?.[1]
    throw new StartProblem(code ?? 'folderBroken', { folder: data, cause })
  }
}

/** Repeats `open` while the server is starting up; the terminal says once that the start waits. */
async function openPatiently<Result>(databaseUrl: string, open: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + PATIENCE_SECONDS * 1_000
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (!isStarting(error) || performance.now() > giveUpAt) throw error
      if (attempt === 1)
        writeToTerminal('databaseStarting', {
          database: withoutPassword(databaseUrl),
          seconds: PATIENCE_SECONDS,
        })
      await setTimeout(RETRY_MS)
    }
  }
}

/**
 * The connections for long work: a quarter of all, but at least two, so that a download need not wait for an upload.
 */
const bulkShare = (pool: number) => Math.max(2, Math.floor(pool / 4))

/**
 * A separate pool for long work, so that short requests do not wait for it. PGlite has only one connection, that of
 * `db`.
 */
export async function openBulkDb(
  { databaseUrl, databasePool, databasePrepare }: DatabaseEnv,
  db: Db,
): Promise<Db> {
  if (!databaseUrl) return db
  return connectDatabase(
    { url: databaseUrl },
    { size: bulkShare(databasePool), timeLimits: BULK_LIMITS, isPreparing: databasePrepare },
  )
}

/** The address without password and query, for display. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
