/** Pauses in long work: reading a sheet is synchronous and would block its thread. */

/** Yields to the event loop. On a server `setImmediate` resumes sooner than the default. */
export type Pause = () => Promise<void>

const nextTask: Pause = () => new Promise(resolve => setTimeout(resolve, 0))

/** Milliseconds of work between two pauses. */
const WORK_MS = 15

/** Returns a function to call often; it pauses if `WORK_MS` have passed since the last pause. */
export function createPauser(pause: Pause = nextTask): () => Promise<void> | undefined {
  let resumedAt = performance.now()
  return () => {
    if (performance.now() - resumedAt < WORK_MS) return undefined
    return pause().then(() => {
      resumedAt = performance.now()
    })
  }
}
