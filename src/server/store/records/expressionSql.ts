/**
 * Translates compiled expressions to SQL, with exactly the results of `engine/expressions/evaluate`; null means no
 * value. Numbers are `numeric`; times, days and durations are milliseconds as `numeric`; references are text.
 *
 * No operand may occur twice, or the SQL of nested expressions would grow exponentially. That is why limits use
 * `nullif` and `least`, not `case`.
 */
import { type RawBuilder, sql } from 'kysely'
import { KOREA_OFFSET_MS } from '../../../domain/dates'
import { DECIMAL_PLACES, QUOTIENT_PLACES } from '../../../engine/expressions/decimal'
import { evaluate, type RuleContext } from '../../../engine/expressions/evaluate'
import {
  type Applied,
  type Expression,
  type ExpressionKind,
  isApplied,
  type Leaf,
  type Operation,
} from '../../../engine/expressions/expression'
import {
  DAY_MS,
  DAY_PATTERN,
  DURATION_LIMIT_MS,
  FIRST_MS,
  LAST_MS,
  TIME_PATTERN,
} from '../../../engine/expressions/moments'
import { MAX_TEXT_LENGTH } from '../../../engine/expressions/operations'
import { readStoredValue } from '../../../engine/expressions/values'
import type { FieldSql } from './fields'

type Sql = RawBuilder<unknown>

export interface ExpressionContext {
  /** SQL of a field; undefined if the caller may not see it, then the value is absent. */
  field: (name: string) => Pick<FieldSql, 'column' | 'json'> | undefined
  /** The caller and the time, for constants such as `user.id` and `now()`. */
  ruleContext: Omit<RuleContext, 'record' | 'action'>
}

/** A condition that is never null: false if it has no value. */
export const conditionSql = (condition: Expression, context: ExpressionContext): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${expressionSql(condition, context)}, false)`

export function expressionSql(expression: Expression, context: ExpressionContext): Sql {
  if (!isApplied(expression)) return leafSql(expression, context)
  return OPERATION_SQL[expression.op](
    expression.of.map(part => expressionSql(part, context)),
    expression,
  )
}

function leafSql(leaf: Leaf, { field, ruleContext }: ExpressionContext): Sql {
  if (leaf.op === 'field') return fieldValue(leaf.kind, field(leaf.name))
  // All other leaves are constants, which are evaluated now; they use neither the action nor the record.
  return constant(leaf, evaluate(leaf, { ...ruleContext, action: 'edit', record: {} }))
}

function constant({ kind }: Leaf, value: unknown): Sql {
  if (kind === 'boolean') return value === true ? sql`true` : sql`false`
  if (kind === 'number') return value === undefined ? sql`null::numeric` : sql`${String(value)}::numeric`
  if (kind === 'list' || kind === 'references') return sql`'[]'::jsonb`
  if (kind === 'text' || kind === 'reference')
    return value === undefined ? sql`null::text` : sql`${String(value)}::text`
  const milliseconds = readStoredValue(kind, value)
  return milliseconds === undefined ? sql`null::numeric` : sql`${String(milliseconds)}::numeric`
}

/** The value, or null if it is at or beyond one of the limits. */
const nullBeyond = (value: Sql, min: number, max: number): Sql => {
  const lower = sql.lit(min)
  const upper = sql.lit(max)
  return sql`nullif(nullif(least(greatest(${value}, ${lower}), ${upper}), ${lower}), ${upper})`
}

const number = (value: Sql) => nullBeyond(value, -1e15, 1e15)
const duration = (value: Sql) => nullBeyond(value, -DURATION_LIMIT_MS, DURATION_LIMIT_MS)
const moment = (value: Sql) => nullBeyond(value, FIRST_MS - 1, LAST_MS + 1)
const rounded = (value: Sql, places: number) => sql`round(${value}, ${sql.lit(places)})`
const startOfDay = (time: Sql) => sql`(floor(${time} / ${sql.lit(DAY_MS)}) * ${sql.lit(DAY_MS)})`
const quotient = (dividend: Sql, divisor: Sql) =>
  number(
    rounded(
      rounded(sql`(${rounded(dividend, QUOTIENT_PLACES)} / ${divisor})`, QUOTIENT_PLACES),
      DECIMAL_PLACES,
    ),
  )

/** The result of adding or subtracting a duration, within the limits of its kind: a duration, a day or a time. */
function shifted({ kind }: Applied, result: Sql): Sql {
  if (kind === 'duration') return duration(result)
  return moment(kind === 'date' ? startOfDay(result) : result)
}

/** Writes the SQL of an operation from that of its operands. */
type Write = (operands: readonly Sql[], applied: Applied) => Sql

const infix =
  (operator: string): Write =>
  operands =>
    sql`(${sql.join(operands, sql.raw(` ${operator} `))})`

const call =
  (name: string): Write =>
  operands =>
    sql`${sql.raw(name)}(${sql.join(operands)})`

const durationOf =
  (unit: number): Write =>
  ([count]) =>
    duration(sql`trunc(${count} * ${sql.lit(unit)})`)

/**
 * The least or greatest operand; null if any operand is null, which `least` and `greatest` would ignore. `offset 0`
 * keeps the planner from merging the inner query, which would evaluate operands twice.
 */
const extreme =
  (name: 'least' | 'greatest'): Write =>
  operands => {
    const names = operands.map((_, index) => sql.ref(`v${index}`))
    const columns = operands.map((operand, index) => sql`${operand} as ${sql.ref(`v${index}`)}`)
    const isAnyNull = sql.join(
      names.map(name => sql`${name} is null`),
      sql` or `,
    )
    return sql`(select case when ${isAnyNull} then null else ${sql.raw(name)}(${sql.join(names)}) end
      from (select ${sql.join(columns)} offset 0) as operands)`
  }

/** The value, or null if it is empty. */
function nullIfEmpty(value: Sql | undefined, { kind }: Expression): Sql {
  if (kind === 'text') return sql`nullif(${value}, '')`
  if (kind === 'reference') return sql`nullif(${value}, '0')`
  return kind === 'list' || kind === 'references' ? sql`nullif(${value}, '[]'::jsonb)` : sql`${value}`
}

const OPERATION_SQL: Readonly<Record<Operation, Write>> = {
  and: infix('and'),
  or: infix('or'),
  not: ([condition]) => sql`(not ${condition})`,
  if: ([condition, then, otherwise]) =>
    sql`(case ${condition} when true then ${then} when false then ${otherwise} end)`,

  eq: infix('='),
  ne: infix('<>'),
  lt: infix('<'),
  le: infix('<='),
  gt: infix('>'),
  ge: infix('>='),
  in: ([value, ...values]) => sql`(${value} in (${sql.join(values)}))`,
  inList: ([value, list]) => sql`(${list} @> to_jsonb(${value}))`,

  plus: operands => number(infix('+')(operands, UNUSED)),
  minus: operands => number(infix('-')(operands, UNUSED)),
  times: operands => number(rounded(infix('*')(operands, UNUSED), DECIMAL_PLACES)),
  divide: ([dividend, divisor]) => quotient(dividend!, sql`nullif(${divisor}, 0)`),
  remainder: ([dividend, divisor]) => sql`(${dividend} % nullif(${divisor}, 0))`,
  negate: ([value]) => sql`(- ${value})`,
  round: ([value, places]) => number(sql`round(${value}, (${places})::integer)`),
  floor: ([value]) => number(sql`floor(${value})`),
  ceil: ([value]) => number(sql`ceil(${value})`),
  abs: call('abs'),
  min: extreme('least'),
  max: extreme('greatest'),

  concat: operands => sql`left(${infix('||')(operands, UNUSED)}, ${sql.lit(MAX_TEXT_LENGTH)})`,
  size: ([text]) => sql`char_length(${text})::numeric`,
  startsWith: call('starts_with'),
  endsWith: ([text, end]) => sql`starts_with(reverse(${text}), reverse(${end}))`,
  contains: ([text, searched]) => sql`(position(${searched} in ${text}) > 0)`,
  matches: () => {
    throw new Error('RE2 patterns cannot be translated to SQL; such a config should have been refused')
  },
  text: ([value], { of: [operand] }) => {
    if (operand!.kind === 'number') return sql`trim_scale(${value})::text`
    return operand!.kind === 'date' ? dayText(value!) : sql`${value}`
  },
  count: ([list]) => sql`jsonb_array_length(${list})::numeric`,
  empty: ([value], { of: [operand] }) => sql`(${nullIfEmpty(value, operand!)} is null)`,
  ifEmpty: ([value, other], { of: [operand] }) => sql`coalesce(${nullIfEmpty(value, operand!)}, ${other})`,
  asReference: ([number]) => sql`coalesce(trim_scale(${number})::text, '0')`,

  shift: (operands, applied) => shifted(applied, infix('+')(operands, applied)),
  back: (operands, applied) => shifted(applied, infix('-')(operands, applied)),
  since: operands => duration(infix('-')(operands, UNUSED)),
  days: durationOf(DAY_MS),
  hours: durationOf(3_600_000),
  minutes: durationOf(60_000),
  daysBetween: ([from, to]) => quotient(sql`(${to} - ${from})`, sql`${sql.lit(DAY_MS)}::numeric`),
  day: ([at]) => moment(startOfDay(sql`(${at} + ${sql.lit(KOREA_OFFSET_MS)})`)),
}

/** For `Write` functions that ignore their second parameter. */
const UNUSED = { op: 'plus', kind: 'number', of: [] } as const satisfies Applied

const dayText = (at: Sql) =>
  sql`to_char(timestamp 'epoch' + (${at} / ${sql.lit(DAY_MS)})::integer * interval '1 day', 'YYYY-MM-DD')`

/**
 * SQL that reads a field, with the result of `readValue` (`engine/expressions`): a stored value of another kind counts
 * as absent.
 *
 * @param field its column if it is built-in, or its JSON if it is an added field; undefined for an unknown field
 */
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

/** Rounds a number as expressions do. */
const storedNumber = (value: Sql) => number(rounded(value, DECIMAL_PLACES))

/** Milliseconds since 1970. */
const time = (at: Sql) => sql`floor(extract(epoch from ${at}) * 1000)`

const READ_COLUMN: Readonly<Partial<Record<ExpressionKind, (column: Sql) => Sql>>> = {
  text: column => sql`coalesce(${column}::text, '')`,
  number: column => storedNumber(sql`${column}::numeric`),
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
  number: json => storedNumber(ifType(json, 'number', sql`(${json} #>> '{}')::numeric`)),
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
