/**
 * Time by the turns that this process gets: on a busy machine it passes more slowly than by the clock. The limits that
 * the product promises are measured by it.
 */
const TICK_MS = 20

let ticks = 0
// Late ticks are not made up for.
setInterval(() => ticks++, TICK_MS).unref()

/** Starts to measure. @returns milliseconds so far */
export function ownTime(): () => number {
  const begun = ticks
  return () => (ticks - begun) * TICK_MS
}
