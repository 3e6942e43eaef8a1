/** Helpers for SQL expressions. */
import { type RawBuilder, sql } from 'kysely'
import { composed } from '../../domain/typed'

/** A LIKE pattern for texts that contain this one, as typed: `%`, `_` and `\` stand for themselves (security 41). */
export function containing(text: string): string {
  return `%${composed(text).replace(/[\\%_]/g, '\\$&')}%`
}

/** The expression of the search indexes of devices: only queries in this form use them (decision 461). */
export const indexedText = (column: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(${column} || '')`

/** Condition: the id is one of these, all numbers or all text. */
export const inIds = (id: RawBuilder<unknown>, ids: readonly (string | number)[]): RawBuilder<boolean> =>
  sql<boolean>`${id} = any(${[...ids]}::${sql.raw(typeof ids[0] === 'number' ? 'bigint' : 'text')}[])`

/** Condition: the id is one of these numbers, given as digits; a number that no id can have is none. */
export const inNumbers = (id: RawBuilder<unknown>, digits: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${id} = any(${[...digits]}::bigint[])`

/** All conditions hold; true without any. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`

/** At least one condition holds; false without any. */
export const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`
