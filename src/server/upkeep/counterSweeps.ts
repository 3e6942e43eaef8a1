/** Keeps the counts of devices small: differences are folded in, and their dead rows are vacuumed. */
import { performance } from 'node:perf_hooks'
import { foldCounters, tidyCounters, tidyDifferences } from '../store/counters'
import type { Db } from '../store/database'

/** How many unfolded differences a count may have to add up, approximately. */
const DIFFERENCES = 1_000
const SOONEST_MS = 100
const LATEST_MS = 5_000
/** Folded differences are dead rows, which every reading passes until a vacuum removes them. */
const TIDY_DIFFERENCES_AFTER = 2_000
/** Rows of the counts are changed in place; what is left behind is little. */
const TIDY_AFTER = 200_000

export function counterSweeps(db: Db) {
  let differences = 0
  let folded = 0
  let ended = performance.now()
  let againMs = LATEST_MS
  const tidy = async () => {
    if (folded === 0) return
    folded = 0
    differences = 0
    await tidyCounters(db)
  }
  return {
    tidy,
    foldAgainMs: () => againMs,
    async fold() {
      againMs = LATEST_MS
      const count = await foldCounters(db)
      differences += count
      folded += count
      if (folded >= TIDY_AFTER) await tidy()
      else if (differences >= TIDY_DIFFERENCES_AFTER) {
        differences = 0
        await tidyDifferences(db)
      }
      const now = performance.now()
      againMs = Math.max(SOONEST_MS, Math.min(LATEST_MS, (DIFFERENCES * (now - ended)) / count))
      ended = now
    },
  }
}
