/** Holds the kept numbers of devices against the devices, in words for the terminal. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../server/env'
import { checkCounters, rebuildCounters, type WrongCount } from '../server/store/counters'
import { connectDatabase } from '../server/store/database'
import { sqlState } from '../server/store/failures'
import { FolderInUse } from '../server/store/pglite/dataFolder'

export const COUNTER_TASKS = ['check', 'rebuild'] as const
export type CounterTask = (typeof COUNTER_TASKS)[number]

type Say = (key: string, params?: Record<string, string | number>) => string

/** So many wrong counts are named. */
const NAMED = 20

/** @param say a sentence of `i18n/{locale}/config.json` */
export async function checkCounts(
  task: CounterTask,
  { databaseUrl, data }: Pick<Env, 'databaseUrl' | 'data'>,
  say: Say,
): Promise<{ text: string; ok: boolean }> {
  if (!databaseUrl && !existsSync(join(data, 'pg')))
    return { text: say('data.none', { place: data }), ok: true }
  try {
    const db = await connectDatabase(databaseUrl ? { url: databaseUrl } : { folder: data })
    try {
      if (task === 'rebuild') await rebuildCounters(db)
      const wrong = await checkCounters(db)
      if (wrong.length > 0) return { text: linesOf(wrong, say), ok: false }
      return { text: say(task === 'check' ? 'counters.right' : 'counters.rebuilt'), ok: true }
    } finally {
      await db.destroy()
    }
  } catch (error) {
    if (error instanceof FolderInUse) return { text: say('data.inUse'), ok: false }
    // 42…: the tables are not there yet, or of an earlier version.
    const old = sqlState(error)?.startsWith('42') ?? false
    return { text: say(old ? 'data.old' : 'data.unreachable'), ok: false }
  }
}

function linesOf(wrong: readonly WrongCount[], say: Say): string {
  const lines = wrong
    .slice(0, NAMED)
    .map(({ kept, real, ...key }) => `${JSON.stringify(key)} ${kept} ≠ ${real}`)
  return [...lines, say('counters.wrong', { count: wrong.length })].join('\n')
}
