/**
 * The server's time, which the console uses instead of the browser's. With a wrong browser clock a session would seem
 * to have expired, and orders would start in the past, and could not be undone in time.
 */
import { setClock } from '../engine/clock'
import { localStore } from './browserStorage'

/** Smaller differences are ignored: `Date` headers have whole seconds, and responses take time. */
const TOLERANCE_MS = 2_000

/** The offset is stored, because a stored token is checked before the first response. */
const KEY = 'clock.offset'

let offsetMs = storedOffset()

function storedOffset(): number {
  const stored = Number(localStore.getItem(KEY))
  return Number.isFinite(stored) ? stored : 0
}

/** @param header the `Date` header of a response */
export function noteServerTime(header: string | null): void {
  const serverTime = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(serverTime)) return
  // 500: on average the header is half a second too early, since it has whole seconds.
  const differenceMs = serverTime + 500 - Date.now()
  const next = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs
  // A slightly different offset is ignored, so that shown times do not jump.
  if (Math.abs(next - offsetMs) < TOLERANCE_MS) return
  offsetMs = next
  if (next === 0) localStore.removeItem(KEY)
  else localStore.setItem(KEY, String(next))
}

/** The current time in ms. @param browserTime another time of the browser's clock */
export const serverTime = (browserTime = Date.now()): number => browserTime + offsetMs

export const serverNow = (): Date => new Date(serverTime())

setClock(serverTime)
