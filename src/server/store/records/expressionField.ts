/**
 * SQL that reads a field in an expression, with the result of `readValue` (`engine/expressions`): a stored value of
 * another kind counts as absent.
 */
import { type RawBuilder, sql } from 'kysely'
import { DECIMAL_PLACES } from '../../../engine/expressions/decimal'
import type { ExpressionKind } from '../../../engine/expressions/expression'
import { DAY_PATTERN, TIME_PATTERN } from '../../../engine/expressions/moments'
import type { FieldSql } from './fields'

type Sql = RawBuilder<unknown>

/** @param field its column if it is built-in, or its JSON if it is an added field; undefined for an unknown field */
export function fieldValue(
  kind: ExpressionKind,
  field: Pick<FieldSql, 'column' | 'json'> | undefined,
): RawBuilder<unknown> {
  if (!field) return ABSENT[kind]
  const { column, json } = field
  if (column && READ_COLUMN[kind]) return READ_COLUMN[kind](column)
  return READ_JSON[kind](json)
}

const noNumber = sql`null::numeric`

/** The values of absent fields. */
const ABSENT: Readonly<Record<ExpressionKind, Sql>> = {
  text: sql`''::text`,
  number: noNumber,
  boolean: sql`false`,
  time: noNumber,
  date: noNumber,
  duration: noNumber,
  list: sql`'[]'::jsonb`,
  reference: sql`'0'::text`,
  references: sql`'[]'::jsonb`,
}

/** Rounds a number as expressions do. The result is null at or beyond ±1e15, where their numbers end. */
const number = (value: Sql) =>
  sql`nullif(nullif(least(greatest(round(${value}, ${sql.lit(DECIMAL_PLACES)}), -1e15), 1e15), -1e15), 1e15)`

/** Milliseconds since 1970. */
const time = (at: Sql) => sql`floor(extract(epoch from ${at}) * 1000)`

const READ_COLUMN: Readonly<Partial<Record<ExpressionKind, (column: Sql) => Sql>>> = {
  text: column => sql`coalesce(${column}::text, '')`,
  number: column => number(sql`${column}::numeric`),
  boolean: column => sql`coalesce(${column}, false)`,
  time,
  reference: column => sql`coalesce(${column}::text, '0')`,
}

/** `value` if the JSON is of this type, else null. */
const ifType = (json: Sql, type: string, value: Sql) =>
  sql`(case when jsonb_typeof(${json}) = ${sql.lit(type)} then ${value} end)`

/** `value` if the JSON is a string that matches, else null: another text could not be cast to a time. */
const ifMatching = (json: Sql, pattern: string, value: Sql) =>
  sql`(case when jsonb_typeof(${json}) = 'string' and (${json} #>> '{}') ~ ${sql.lit(pattern)} then ${value} end)`

const READ_JSON: Readonly<Record<ExpressionKind, (json: Sql) => Sql>> = {
  text: json => sql`coalesce(${ifType(json, 'string', sql`${json} #>> '{}'`)}, '')`,
  number: json => number(ifType(json, 'number', sql`(${json} #>> '{}')::numeric`)),
  boolean: json => sql`coalesce(${json} = 'true'::jsonb, false)`,
  time: json => time(ifMatching(json, TIME_PATTERN, sql`(${json} #>> '{}')::timestamptz`)),
  date: json => time(ifMatching(json, DAY_PATTERN, sql`((${json} #>> '{}') || 'T00:00:00Z')::timestamptz`)),
  // No field is a duration.
  duration: () => noNumber,
  list: json => sql`coalesce(${ifType(json, 'array', json)}, '[]'::jsonb)`,
  // Ids are texts in expressions.
  references: json => sql`coalesce(
    (select jsonb_agg(coalesce(nullif(elements.id, ''), '0'))
      from jsonb_array_elements_text(${ifType(json, 'array', json)}) as elements (id)), '[]'::jsonb)`,
  reference: json =>
    sql`coalesce(case when jsonb_typeof(${json}) in ('string', 'number') then nullif(${json} #>> '{}', '') end, '0')`,
}
