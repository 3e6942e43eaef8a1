/** Times on the wire and on the screen (§3, §7, §9, decisions 14, 18 and 36). */
import dayjs from 'dayjs'
// With file extensions, so that Node resolves them without a bundler.
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(customParseFormat)

/** An absent time on the wire. */
export const ABSENT_TIME = '0001-01-01T00:00:00Z'

/** A date as a wire time: ISO 8601 in UTC; `ABSENT_TIME` for null (§3). */
export const wireTime = (date: Date | null): string => date?.toISOString() ?? ABSENT_TIME

/** Lists and the order call: `YYYY MM-DD HH:mm:ss` (§7, §9). */
export const LONG_FORM = 'YYYY MM-DD HH:mm:ss'

/** Device tables and orders: `MM-DD HH:mm:ss` (§9). */
export const SHORT_FORM = 'MM-DD HH:mm:ss'

/** Korean time is UTC+9 all year (§9). */
export const KOREA_OFFSET_MINUTES = 9 * 60
export const KOREA_OFFSET_MS = KOREA_OFFSET_MINUTES * 60_000

/** The zones in which times are shown, independent of the browser's zone (decision 36). */
export const ZONES = ['UTC', 'KST'] as const
export type Zone = (typeof ZONES)[number]

export const OFFSET_MINUTES: Readonly<Record<Zone, number>> = { UTC: 0, KST: KOREA_OFFSET_MINUTES }

/** True for a missing time: empty, invalid or in the year 0001 (§3). */
export function isAbsent(time: string | null | undefined): boolean {
  // Most absent times are recognised without parsing: the years 0000 and 0001.
  if (!time || /^0{3}[01]-/.test(time)) return true
  const moment = dayjs.utc(time)
  return !moment.isValid() || moment.year() <= 1
}

/** True for an existing day such as `2026-01-31`; false for 30 February. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  )
}

/** Formats a wire time; empty when absent. The caller shows the zone next to it (decision 36). */
export function formatTime(time: string | null | undefined, form: string, zone: Zone): string {
  return isAbsent(time) ? '' : dayjs.utc(time).utcOffset(OFFSET_MINUTES[zone]).format(form)
}

/**
 * A wire time in a sortable form for spreadsheets: `2026-11-20 03:00:00`; empty when absent. Written without dayjs,
 * which is ten times slower: exports have a million rows.
 */
export function sheetTime(time: string | null | undefined, zone: Zone): string {
  if (!time || /^0{3}[01]-/.test(time)) return ''
  const shifted = Date.parse(time) + OFFSET_MINUTES[zone] * 60_000
  return Number.isNaN(shifted) ? '' : new Date(shifted).toISOString().slice(0, 19).replace('T', ' ')
}

/** A date in the form of the order call: UTC text `YYYY MM-DD HH:mm:ss` (§7). */
export function orderTime(date: Date): string {
  return dayjs.utc(date).format(LONG_FORM)
}

/** Parses the form of `orderTime`; `undefined` for any other text or an impossible date. */
export function parseOrderTime(text: string): Date | undefined {
  const moment = dayjs.utc(text, LONG_FORM, true)
  return moment.isValid() ? moment.toDate() : undefined
}
