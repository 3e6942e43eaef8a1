/** Pauses in long work: reading a sheet never waits for anything and would block everything else on its thread. */

/** Lets other work run, then resumes. On a server `setImmediate` resumes sooner than the default. */
export type Breathe = () => Promise<void>

const later: Breathe = () => new Promise(resolve => setTimeout(resolve, 0))

/** Milliseconds of work between two pauses. */
const STRETCH = 15

/** A function to call often; it pauses when the last pause was long enough ago. */
export function breather(breathe: Breathe = later): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < STRETCH) return undefined
    return breathe().then(() => {
      since = performance.now()
    })
  }
}
