/** The server's time. With a wrong browser clock, orders would start in the past and could not be undone in time. */

/** Smaller differences are ignored: `Date` headers have whole seconds, and responses take time. */
const TOLERANCE_MS = 2_000

let offsetMs = 0

/** @param header the `Date` header of a response */
export function noteServerTime(header: string | null): void {
  const serverTime = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(serverTime)) return
  // 500: on average the header is half a second too early, since it has whole seconds.
  const differenceMs = serverTime + 500 - Date.now()
  offsetMs = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs
}

/** @param now the time of the browser in ms */
export const serverNow = (now = Date.now()): Date => new Date(now + offsetMs)
