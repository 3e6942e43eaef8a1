/** Reads typed and pasted dates: in ISO 8601, in the formats of the console, and in the formats of Excel in Korea. */
import { isDay, OFFSET_MINUTES, type Zone } from './dates'
import { plainText } from './typed'

/** Why a text is no time: its format is unknown, or its day or hour does not exist, such as 30 February. */
export type TimeProblem = 'unreadable' | 'impossible'

/** Longer texts are no dates. */
const MAX_LENGTH = 80

/** Korean units as separators: `2026년 12월 6일 3시 5분` becomes `2026-12-6 3:5`. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(\d)\s?[년월](?!요일)\s?/g, '$1-'],
  [/(\d)\s?일(?!요일)/, '$1'],
  [/(\d)\s?시\s?(\d)/, '$1:$2'],
  [/(\d)\s?시/, '$1:00'],
  [/(\d)\s?분\s?(\d)/, '$1:$2'],
  [/(\d)\s?[분초]/, '$1'],
]

const HALF = /오전|오후|AM|PM/.source
/** A number alone is an offset only after seconds or a `T`: `10:30-11:30` is no time. */
const AFTER_TIME = String.raw`(?<=T[\d:.,]+ ?|:\d{1,2}:\d{1,2}(?:[.,]\d+)? ?)`
/** `Z`, `KST`, `+09:00`, `GMT+9`, `+0900 (KST)`. */
const ZONE = String.raw`(?:(?<offset>Z|KST|(?:UTC|GMT|${AFTER_TIME})[+-]\d{1,2}(?::?\d{2})?|UTC|GMT)(?: ?\([^()]*\))?)?`
const WEEKDAY =
  /(?: ?\((?:[월화수목금토일](?:요일)?|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\)| [월화수목금토일]요일)?/
    .source
const FORMS = [
  new RegExp(
    String.raw`^(?<year>\d{4}) ?[-./ ] ?(?<month>\d{1,2}) ?[-./ ] ?(?<day>\d{1,2})\.?${WEEKDAY}` +
      String.raw`(?:,? ?T?(?:(?<half>${HALF}) ?)?(?<hour>\d{1,2}):(?<minute>\d{1,2})` +
      String.raw`(?::(?<second>\d{1,2})(?:[.,]\d+)?)?(?: ?(?<halfAfter>${HALF}))? ?${ZONE})?$`,
    'i',
  ),
  // The compact form of ISO 8601, `20261206T030000Z`.
  new RegExp(
    String.raw`^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})` +
      String.raw`(?:[T ]?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})? ?${ZONE})?$`,
    'i',
  ),
]

/**
 * The instant that a text names, in milliseconds since 1970. Without an hour it is midnight.
 *
 * @param zone the zone of a text that names none (decision 14)
 */
export function readTypedTime(text: string, zone: Zone = 'KST'): number | TimeProblem {
  const parts = partsOf(text)
  if (!parts) return 'unreadable'
  const number = (name: string) => Number(parts[name] ?? 0)
  const date = [number('year'), number('month') - 1, number('day')] as const
  const hour = hourOfDay(number('hour'), parts.half ?? parts.halfAfter)
  const [minute, second] = [number('minute'), number('second')]
  const day = new Date(Date.UTC(...date))
  const exists =
    day.getUTCFullYear() === date[0] && day.getUTCMonth() === date[1] && day.getUTCDate() === date[2]
  const offset = offsetMinutes(parts.offset, zone)
  if (!exists || !(hour < 24) || minute > 59 || second > 59 || !(Math.abs(offset) <= 14 * 60))
    return 'impossible'
  return Date.UTC(...date, hour, minute - offset, second)
}

/** The day that a text names, such as `2026-12-06`; `undefined` if it names none, or a time. */
export function readTypedDay(text: string): string | undefined {
  if (isDay(text)) return text
  const { year, month = '', day = '', hour } = partsOf(text) ?? {}
  const typedDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return hour === undefined && isDay(typedDay) ? typedDay : undefined
}

function partsOf(text: string): Partial<Record<string, string>> | undefined {
  if (text.length > MAX_LENGTH) return undefined
  let plain = plainText(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
  for (const [unit, separator] of UNITS) plain = plain.replace(unit, separator)
  for (const form of FORMS) {
    const match = form.exec(plain.trim())
    if (match) return match.groups
  }
  return undefined
}

/** @param half `오전`, `오후`, `AM` or `PM`, with an hour from 1 to 12 @returns NaN for an impossible hour */
function hourOfDay(hour: number, half: string | undefined): number {
  if (!half) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (/^(오후|pm)$/i.test(half) ? 12 : 0)
}

/** @returns NaN for impossible minutes */
function offsetMinutes(offset: string | undefined, zone: Zone): number {
  if (!offset) return OFFSET_MINUTES[zone]
  if (/^kst$/i.test(offset)) return OFFSET_MINUTES.KST
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  if (!sign) return 0
  if (Number(minutes) > 59) return Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
