/** Small parts of SQL. */
import { type RawBuilder, sql } from 'kysely'

/** A pattern of LIKE for text that a user typed: `%`, `_` and `\` stand for themselves (security 41). */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** True without any condition. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`

/** False without any condition. */
export const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`
