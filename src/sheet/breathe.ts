/** Lets others have a turn: reading is work without waiting, and would hold up everything else on its thread. */

/** Gives the turn away and comes back. On a server `setImmediate` comes back sooner than the default. */
export type Breathe = () => Promise<void>

const later: Breathe = () => new Promise(resolve => setTimeout(resolve, 0))

/** Milliseconds of work between two turns. */
const STRETCH = 15

/** A function to call often; it gives the turn away when the last time was long enough ago. */
export function breather(breathe: Breathe = later): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < STRETCH) return undefined
    return breathe().then(() => {
      since = performance.now()
    })
  }
}
