/**
 * Keeps the indexes of `unique` and of lists of references in step with the config in force, and collects stored
 * duplicates for masters to mend.
 */
import type { CompiledConfig } from '../../engine/compiled'
import type { OpenConfig } from '../config/openConfig'
import type { Env } from '../start/env'
import { connectDatabase, type Db } from '../store/database'
import { NO_END } from '../store/postgres/waits'
import { linkIndexes } from '../store/records/links'
import {
  allUniqueRules,
  countDuplicates,
  keepUniqueIndexes,
  type StoredDuplicates,
} from '../store/records/uniqueIndexes'

/** How long another process that builds is waited for, at each try. */
const AGAIN_MS = 5_000
/** How often it is looked whether what was stored twice is mended. */
const LOOK_EVERY_MS = 10 * 60_000

export interface UniqueUpkeep {
  /** What is stored more than once, as it was looked at last. */
  duplicates(): readonly StoredDuplicates[]
  /** Ends it. */
  stop(): void
}

interface Keeping {
  db: Db
  config: Pick<OpenConfig, 'current' | 'onOutcome'>
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>
  warn(error: unknown): void
}

/** Begins at once, in the background, and again after each change of the config. */
export function keepUnique({ db, config, env, warn }: Keeping): UniqueUpkeep {
  let found: StoredDuplicates[] = []
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
        const done = await keepOnce(db, env, config.current().shared)
        found = done.found ?? found
        afterMs = done.isBuilt ? (found.length > 0 ? LOOK_EVERY_MS : undefined) : AGAIN_MS
      } catch (error) {
        warn(error)
        afterMs = LOOK_EVERY_MS
      }
    }
    isRunning = false
    if (afterMs !== undefined && !isStopped) timer = setTimeout(run, afterMs).unref()
  }
  void run()
  const forget = config.onOutcome(({ kind }) => {
    if (kind === 'changed') void run()
  })
  return {
    duplicates: () => found,
    stop() {
      isStopped = true
      clearTimeout(timer)
      forget()
    },
  }
}

/** One round: the indexes, and then what is stored twice, unless another process still builds. */
export async function keepOnce(
  db: Db,
  { databaseUrl, databaseDirectUrl }: Keeping['env'],
  config: CompiledConfig,
): Promise<{ isBuilt: boolean; found?: StoredDuplicates[] }> {
  const rules = allUniqueRules(config)
  const url = databaseDirectUrl ?? databaseUrl
  const own = url === undefined ? db : await connectDatabase({ url }, { size: 1, waits: NO_END })
  try {
    const isBuilt = await keepUniqueIndexes(own, rules, linkIndexes(config))
    // Without them each count reads the whole table.
    if (!isBuilt) return { isBuilt }
    const found: StoredDuplicates[] = []
    for (const rule of rules)
      found.push(...[await countDuplicates(own, rule)].filter(one => one !== undefined))
    return { isBuilt, found }
  } finally {
    if (own !== db) await own.destroy()
  }
}
