/** Times on the wire and on the screen (§3, §7, §9, decisions 14, 18 and 36). */
import dayjs from 'dayjs'
// With their endings: Node finds them without a bundler, too.
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(customParseFormat)

/** An absent time on the wire. */
export const ABSENT_TIME = '0001-01-01T00:00:00Z'

/** A moment as the wire has it: ISO 8601 in UTC, or that there is none (§3). */
export const wireTime = (at: Date | null): string => at?.toISOString() ?? ABSENT_TIME

/** Lists and the order call: `YYYY MM-DD HH:mm:ss` (§7, §9). */
export const LONG_FORM = 'YYYY MM-DD HH:mm:ss'

/** Device tables and orders: `MM-DD HH:mm:ss` (§9). */
export const SHORT_FORM = 'MM-DD HH:mm:ss'

/** Korean time is a fixed nine hours ahead of UTC, all year (§9). */
export const KOREA_OFFSET_MINUTES = 9 * 60

/** The zones that times are shown in, whatever the browser's own is (decision 36). */
export const ZONES = ['UTC', 'KST'] as const
export type Zone = (typeof ZONES)[number]

const OFFSET_MINUTES: Record<Zone, number> = { UTC: 0, KST: KOREA_OFFSET_MINUTES }

/** True for a time that is missing: empty, unreadable or of the year 0001 (§3). */
export function isAbsent(time: string | null | undefined): boolean {
  if (!time || /^0{3}[01]-/.test(time)) return true
  const at = dayjs.utc(time)
  return !at.isValid() || at.year() <= 1
}

/** True for a day such as `2026-01-31` that the calendar has: not for 30 February. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A wire time in the given form and zone; blank when absent. Its zone stands beside it or above it (decision 36). */
export function formatTime(time: string | null | undefined, form: string, zone: Zone): string {
  return isAbsent(time) ? '' : dayjs.utc(time).utcOffset(OFFSET_MINUTES[zone]).format(form)
}

/**
 * A wire time as spreadsheets sort it: `2026-11-20 03:00:00`; blank when absent. For a million rows: dayjs takes ten
 * times as long.
 */
export function sheetTime(time: string | null | undefined, zone: Zone): string {
  if (!time || /^0{3}[01]-/.test(time)) return ''
  const at = Date.parse(time) + OFFSET_MINUTES[zone] * 60_000
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** A moment as the order call wants it: UTC text `YYYY MM-DD HH:mm:ss` (§7). */
export function orderTime(at: Date): string {
  return dayjs.utc(at).format(LONG_FORM)
}

/** The moment that an order's time text names, or `undefined` for text of another form or an impossible date. */
export function parseOrderTime(text: string): Date | undefined {
  const at = dayjs.utc(text, LONG_FORM, true)
  return at.isValid() ? at.toDate() : undefined
}
