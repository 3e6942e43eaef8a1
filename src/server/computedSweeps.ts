/** Keeps computed fields true to config: see `commands/records/recompute`. */
import { recomputeSome } from './commands/records/recompute'
import type { ConfigSource } from './deps'
import type { Db } from './store/database'

/** While nothing has changed. */
const LATER_MS = 5_000
/** Between two steps others are served. */
const SOON_MS = 20

export function computedSweeps(db: Db, config: ConfigSource) {
  let againMs = LATER_MS
  /** The config by which all is worked out: another process with an older one is not argued with. */
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
