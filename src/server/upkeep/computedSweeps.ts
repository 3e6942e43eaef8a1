/** Keeps computed fields true to config: see `commands/records/recompute`. */
import { recomputeSome } from '../commands/records/recompute'
import type { ConfigSource } from '../deps'
import type { Db } from '../store/database'

/** While nothing has changed. */
const LATER_MS = 5_000
/** Requests are served between two steps. */
const SOON_MS = 20

export function computedSweeps(db: Db, config: ConfigSource) {
  let againMs = LATER_MS
  /** The hash for which all computed values are stored; a process with an older config does not write them back. */
  let done: string | undefined
  return {
    againMs: () => againMs,
    async recompute() {
      againMs = LATER_MS
      const { shared } = config.current()
      if (shared.hash === done) return
      const step = await recomputeSome(db, shared)
      if (step === 'more') againMs = SOON_MS
      if (step === 'done') done = shared.hash
    },
  }
}
