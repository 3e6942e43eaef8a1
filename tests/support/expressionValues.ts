/** The values of an expression in SQL and on the server, in a form in which they can be compared. */
import { type RawBuilder, sql } from 'kysely'
import type { Expression } from '../../src/engine/expressions/expression'
import { readStoredValue } from '../../src/engine/expressions/values'
import type { Db } from '../../src/server/store/database'
import type { ExpressionContext } from '../../src/server/store/records/expressionSql'
import { packageConfig } from './config'
import { FIELDS } from './expressions'

const { levels } = packageConfig().shared
/** The user and the time that expressions read. */
export const about = {
  level: levels.numbers.vendor,
  levels: levels.numbers,
  action: 'edit',
  user: { id: 3, vendor: 7, name: '김', email: 'kim@example.com' },
  now: Date.parse('2026-01-31T15:30:00Z'),
} as const

export const context: ExpressionContext = {
  field: name => (FIELDS.has(name) ? { json: sql`("row".record -> ${name}::text)` } : undefined),
  ruleContext: about,
}

export type Row = Record<string, unknown>

/** The value of each record in SQL, as text. */
export async function inSql(db: Db, records: readonly Row[], value: RawBuilder<unknown>) {
  const rows = sql.join(records.map((record, at) => sql`(${at}::integer, ${JSON.stringify(record)}::jsonb)`))
  const found = await sql<{ value: string | null }>`
    select (${value})::text as value from (values ${rows}) as "row" (number, record) order by number`.execute(
    db,
  )
  return found.rows.map(row => row.value)
}

/** A result of `evaluate` in the form in which results are compared: null, a number or a text. */
export function written({ kind }: Expression, value: unknown): string | number | null {
  if (value === undefined) return null
  if (kind === 'time' || kind === 'date') return Number(readStoredValue(kind, value))
  return typeof value === 'boolean' || typeof value === 'string' ? String(value) : Number(value)
}

/** A result of `inSql` in the form of `written`. */
export const read = ({ kind }: Expression, text: string | null) =>
  text === null || kind === 'text' || kind === 'boolean' || kind === 'reference' ? text : Number(text)
