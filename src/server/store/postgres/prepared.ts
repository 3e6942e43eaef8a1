/**
 * Statements that PostgreSQL plans once per connection: planning the joins of a list takes ten times as long as reading
 * a page. Only marked statements are prepared. One plan must fit all values of a marked statement, so it has neither
 * `LIKE` nor an offset, and its limit is part of its text: for unknown ones PostgreSQL expects a tenth of the table.
 */
import { createHash } from 'node:crypto'
import { type Expression, sql } from 'kysely'

/** At the end of a statement. */
const MARK = '/* prepared */'

/** A statement is prepared at its third use, and only so many are: each connection keeps their plans. */
const MIN_USES = 3
const MAX_NAMES = 200
/** How many texts are counted before the counts start again. */
const MAX_COUNTED = 1_000

const names = new Map<string, string>()
const uses = new Map<string, number>()

interface Query {
  modifyEnd(modifier: Expression<unknown>): Query
}

/** Marks a query. */
export const prepared = <Marked extends Query>(query: Marked): Marked =>
  query.modifyEnd(sql.raw(MARK)) as Marked

/** Marks a statement that is written as a template: the last part of it. */
export const PREPARED = sql.raw(MARK)

/** The name under which a statement is to be prepared; `undefined` if it is not marked, or seldom used. */
export function preparedName(text: string): string | undefined {
  if (!text.endsWith(MARK)) return undefined
  const known = names.get(text)
  if (known || names.size >= MAX_NAMES) return known
  if (uses.size >= MAX_COUNTED) uses.clear()
  const count = (uses.get(text) ?? 0) + 1
  uses.set(text, count)
  if (count < MIN_USES) return undefined
  const name = `fleet_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  uses.delete(text)
  return name
}

/**
 * Whether a prepared statement no longer fits: a pooler has given the connection another server (26000, 42P05), or a
 * table was changed since (0A000).
 */
export const isStalePlan = (error: unknown): boolean =>
  ['26000', '42P05', '0A000'].includes(String((error as { code?: unknown } | null)?.code))
