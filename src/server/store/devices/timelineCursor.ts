/** Cursor pagination of a timeline: a page begins after the last entry of the previous one. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../contract/devicePage'

/** The last entry of a page. Entries sort by time, kind and key. */
export interface Cursor {
  /** Microseconds since 1970: the database's own precision. */
  micros: number
  kind: TimelineKind
  key: string
}

/** The query of a page for one kind of entry. */
export interface PageQuery {
  device: string
  /** Condition: the entry comes after the previous page. */
  follows(at: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean>
  limit: number
}

/** An entry with its sort values. */
export interface SortedEntry {
  micros: number
  key: string
  entry: TimelineEntry
}

/** The text of a cursor in the API. */
export const writeCursor = ({ micros, kind, key }: Cursor) => `${micros}~${kind}~${key}`

/** Parses a cursor; `undefined` if it is invalid. */
export function readCursor(text: string): Cursor | undefined {
  const [, micros, kind, key] = /^(-?\d{1,16})~([a-z]+)~(.*)$/s.exec(text) ?? []
  const cursorKind = TIMELINE_KINDS.find(candidate => candidate === kind)
  if (micros === undefined || key === undefined || !cursorKind || !isKeyOf(cursorKind, key)) return undefined
  const number = Number(micros)
  return Number.isSafeInteger(number) ? { micros: number, kind: cursorKind, key } : undefined
}

/** Keys of connections are session names of the gateway, other keys are numbers. PostgreSQL text has no NUL. */
const isKeyOf = (kind: TimelineKind, key: string) =>
  kind === 'connection' ? !key.includes('\0') : /^\d{1,15}$/.test(key)

/** The condition that entries of a kind come after the last entry of the previous page, if there is one. */
export function followsOf(kind: TimelineKind, before: Cursor | undefined): PageQuery['follows'] {
  if (!before) return () => sql<boolean>`true`
  // A multiple of an interval is exact; `to_timestamp` would round a fraction of seconds.
  const moment = sql`(timestamptz 'epoch' + ${before.micros}::double precision * interval '1 microsecond')`
  const kindOrder = TIMELINE_KINDS.indexOf(kind) - TIMELINE_KINDS.indexOf(before.kind)
  const lastKey = kind === 'connection' ? sql`${before.key}::text` : sql`${before.key}::bigint`
  return (at, key) => {
    // Entries of the same time are sorted by kind, and by key in descending order.
    const isAfter = kindOrder === 0 ? sql`${key} < ${lastKey}` : sql.lit(kindOrder > 0)
    return sql<boolean>`(${at} <= ${moment} and (${at} < ${moment} or ${isAfter}))`
  }
}

/** Sorts and limits the rows of a page, and selects their sort values. */
export const selectPage = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { follows, limit }: PageQuery,
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) =>
  rows
    .where(follows(at, key))
    .select(sql<number>`(extract(epoch from ${at}) * 1000000)::bigint`.as('micros'))
    .orderBy(sql`${at} desc`)
    .orderBy(sql`${key} desc`)
    .limit(limit)
