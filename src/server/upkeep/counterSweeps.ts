/** Folds the differences of devices and orders into the counters, and vacuums the dead rows that remain. */
import { performance } from 'node:perf_hooks'
import { foldCounters, tidyCounters, tidyDifferences } from '../store/counters'
import type { Db } from '../store/database'

/** The approximate number of unfolded differences that a read may have to add up. */
const MAX_DIFFERENCES = 1_000
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** Folded differences leave dead rows, which every read scans until a vacuum removes them. */
const TIDY_DIFFERENCES_AFTER = 2_000
/** Updates of the counters themselves leave few dead rows. */
const TIDY_AFTER = 200_000

export function counterSweeps(db: Db) {
  /** Folded differences since the last vacuum of their table, and since the last vacuum of the counters. */
  let differencesSinceVacuum = 0
  let foldedSinceVacuum = 0
  /** When the last run ended. */
  let ended = performance.now()
  let againMs = MAX_PAUSE_MS
  const tidy = async () => {
    if (foldedSinceVacuum === 0) return
    foldedSinceVacuum = 0
    differencesSinceVacuum = 0
    await tidyCounters(db)
  }
  return {
    tidy,
    foldAgainMs: () => againMs,
    async fold() {
      againMs = MAX_PAUSE_MS
      const count = await foldCounters(db)
      differencesSinceVacuum += count
      foldedSinceVacuum += count
      if (foldedSinceVacuum >= TIDY_AFTER) await tidy()
      else if (differencesSinceVacuum >= TIDY_DIFFERENCES_AFTER) {
        differencesSinceVacuum = 0
        await tidyDifferences(db)
      }
      const now = performance.now()
      // The time in which `MAX_DIFFERENCES` accumulate at the current rate.
      const fillMs = (MAX_DIFFERENCES * (now - ended)) / count
      againMs = Math.max(MIN_PAUSE_MS, Math.min(MAX_PAUSE_MS, fillMs))
      ended = now
    },
  }
}
