/** Keeps the counts of devices small: differences are folded in, and the room of the gone ones is given back. */

import { foldCounters, tidyCounters } from '../store/counters'
import type { Db } from '../store/database'

/** Differences leave their room behind, and reading goes through it until it is given back. */
const TIDY_AFTER = 2_000

export function sweepCounters(db: Db): { fold: () => Promise<void>; tidy: () => Promise<void> } {
  let folded = 0
  const tidy = async () => {
    if (folded === 0) return
    folded = 0
    await tidyCounters(db)
  }
  return {
    tidy,
    async fold() {
      folded += await foldCounters(db)
      if (folded >= TIDY_AFTER) await tidy()
    },
  }
}
