/** Recomputes the stored values of computed fields after a change of config (`commands/records/recompute`). */
import { recomputeSome } from '../commands/records/recompute'
import type { ConfigSource } from '../deps'
import type { Db } from '../store/database'

/** The pause while there is nothing to do. */
const IDLE_MS = 5_000
/** The pause between two steps, so that requests are served. */
const STEP_MS = 20

export function computedSweeps(db: Db, config: ConfigSource) {
  let againMs = IDLE_MS
  /** The config hash for which all values are stored. A process with an older config does not overwrite them. */
  let doneHash: string | undefined
  return {
    againMs: () => againMs,
    async recompute() {
      againMs = IDLE_MS
      const { shared } = config.current()
      if (shared.hash === doneHash) return
      const step = await recomputeSome(db, shared)
      if (step === 'more') againMs = STEP_MS
      if (step === 'done') doneHash = shared.hash
    },
  }
}
