/**
 * Builds the database indexes that the config in force needs (`unique`, lists of references, sorted columns), and
 * counts stored duplicates for masters to correct.
 */
import type { CompiledConfig } from '../../engine/compiled'
import type { OpenConfig } from '../config/openConfig'
import type { Env } from '../start/env'
import { connectDatabase, type Db } from '../store/database'
import { LOCKING_CONNECTIONS } from '../store/lock'
import { NO_LIMITS } from '../store/postgres/timeLimits'
import { linkIndexes } from '../store/records/links'
import { sortIndexes } from '../store/records/sortIndexes'
import {
  allUniqueRules,
  countDuplicates,
  keepIndexes,
  type StoredDuplicates,
  uniqueIndex,
} from '../store/records/uniqueIndexes'

/** The pause before a retry while another process builds the indexes. */
const RETRY_MS = 5_000
/** How often duplicates are counted while there are any, and the pause after an error. */
const RECOUNT_EVERY_MS = 10 * 60_000

export interface UniqueUpkeep {
  /** The duplicates of the last count. */
  duplicates(): readonly StoredDuplicates[]
  stop(): void
}

interface UpkeepDeps {
  db: Db
  config: Pick<OpenConfig, 'current' | 'onOutcome'>
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>
  warn(error: unknown): void
}

/** Keeps indexes and counts up to date in the background: now, and after each change of the config. */
export function keepUnique({ db, config, env, warn }: UpkeepDeps): UniqueUpkeep {
  let duplicates: StoredDuplicates[] = []
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWanted = false
  let isStopped = false

  const run = async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    let afterMs: number | undefined
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        const result = await runUniqueUpkeep(db, env, config.current().shared)
        if (result.failure) warn(result.failure)
        duplicates = result.duplicates ?? duplicates
        if (!result.isBuilt) afterMs = RETRY_MS
        else afterMs = duplicates.length > 0 ? RECOUNT_EVERY_MS : undefined
      } catch (error) {
        warn(error)
        afterMs = RECOUNT_EVERY_MS
      }
    }
    isRunning = false
    if (afterMs !== undefined && !isStopped) timer = setTimeout(run, afterMs).unref()
  }
  void run()
  const unsubscribe = config.onOutcome(({ kind }) => {
    if (kind === 'changed') void run()
  })
  return {
    duplicates: () => duplicates,
    stop() {
      isStopped = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/**
 * Builds the indexes and counts duplicates.
 *
 * @returns `isBuilt`: false if another process still builds; `failure`: why an index of a sorted column was not built,
 *   such as a stored text that is too long for it: its lists are only slower
 */
export async function runUniqueUpkeep(
  db: Db,
  { databaseUrl, databaseDirectUrl }: UpkeepDeps['env'],
  config: CompiledConfig,
): Promise<{ isBuilt: boolean; duplicates?: StoredDuplicates[]; failure?: unknown }> {
  const rules = allUniqueRules(config)
  const url = databaseDirectUrl ?? databaseUrl
  const connection =
    url === undefined
      ? db
      : await connectDatabase({ url }, { size: LOCKING_CONNECTIONS, timeLimits: NO_LIMITS })
  try {
    const isBuilt = await keepIndexes(connection, {
      unique: rules.map(uniqueIndex),
      links: linkIndexes(config),
    })
    // Without the indexes each count would scan the table.
    if (!isBuilt) return { isBuilt }
    const duplicates: StoredDuplicates[] = []
    for (const rule of rules) {
      const ofRule = await countDuplicates(connection, rule)
      if (ofRule) duplicates.push(ofRule)
    }
    try {
      return {
        isBuilt: await keepIndexes(connection, { sorts: sortIndexes(connection, config) }),
        duplicates,
      }
    } catch (failure) {
      return { isBuilt, duplicates, failure }
    }
  } finally {
    if (connection !== db) await connection.destroy()
  }
}
