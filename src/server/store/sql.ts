/** Small parts of SQL. */
import { type RawBuilder, sql, type TransactionSettings } from 'kysely'

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

/** The statement that begins a transaction. */
export function beginning({ isolationLevel, accessMode }: TransactionSettings): string {
  return ['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ')
}
