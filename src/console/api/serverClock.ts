/** What time it is at the server: a browser whose clock is wrong would begin orders in the past and miss their undo. */

/** `Date` headers tell whole seconds, and answers take a moment: below this the clocks agree. */
const TOLERANCE_MS = 2_000

let offsetMs = 0

/** Learns from the `Date` header of an answer. */
export function noteServerTime(header: string | null): void {
  const serverTime = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(serverTime)) return
  const differenceMs = serverTime + 500 - Date.now()
  offsetMs = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs
}

/** @param now by the clock of the browser */
export const serverNow = (now = Date.now()): Date => new Date(now + offsetMs)
