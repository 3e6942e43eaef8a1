/**
 * Times and days of expressions, in milliseconds since 1970; a day is its midnight in UTC. `today` is the day in Korea
 * (decision 36).
 */
import { KOREA_OFFSET_MS } from '../../domain/dates'

export const DAY_MS = 86_400_000
/** Times are limited to the years 2 to 9999: the API represents an absent time by the year 1. */
export const FIRST_MS = Date.parse('0002-01-01T00:00:00Z')
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
/** All durations are shorter than this. */
export const DURATION_LIMIT_MS = 1e15

// Match only existing days. PostgreSQL uses the patterns too; `\d` would match other digits there.
const LEAP = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const MONTH_DAY =
  '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)'
const DAY = `(?!000[01])(?:[0-9]{4}-${MONTH_DAY}|${LEAP}-02-29)`

/** A stored day, such as `2026-01-31`. */
export const DAY_PATTERN = `^${DAY}$`
/** A stored time: UTC, with at most three decimals. */
export const TIME_PATTERN = `^${DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,3})?Z$`

const DAY_REGEXP = new RegExp(DAY_PATTERN)
const TIME_REGEXP = new RegExp(TIME_PATTERN)

/** A stored time in milliseconds; `undefined` for anything else. */
export const readTime = (text: unknown): number | undefined =>
  typeof text === 'string' && TIME_REGEXP.test(text) ? Date.parse(text) : undefined

/** A stored day in milliseconds; `undefined` for anything else. */
export const readDay = (text: unknown): number | undefined =>
  typeof text === 'string' && DAY_REGEXP.test(text) ? Date.parse(`${text}T00:00:00Z`) : undefined

export const timeText = (time: number): string => new Date(time).toISOString()
export const dayText = (time: number): string => timeText(time).slice(0, 10)

/** Midnight in UTC of the day of a time. */
export const startOfDay = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS

/** The day of a time in Korea, as its midnight in UTC. */
export const dayInKorea = (time: number): number => startOfDay(time + KOREA_OFFSET_MS)

/** The time itself; `undefined` outside the supported years. */
export const boundedMoment = (time: number): number | undefined =>
  time >= FIRST_MS && time <= LAST_MS ? time : undefined

export const boundedDuration = (length: number): number | undefined =>
  Math.abs(length) < DURATION_LIMIT_MS ? length : undefined
