/**
 * Row rules of roles as SQL conditions. The result is that of `holds` (`engine/conditions`) for the record in the API.
 * Columns are compared without functions around them where possible, so that indexes are used.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  CompiledCondition,
  CompiledField,
  CompiledResource,
  CompiledTest,
} from '../../../engine/compiled'
import { testsIn } from '../../../engine/conditions'
import { evaluate } from '../../../engine/expressions/evaluate'
import { type Expression, isApplied, partsOf } from '../../../engine/expressions/expression'
import { type RowColumn, rowFieldOf } from '../../../engine/fields/rowFields'
import { storedKeys } from '../../../engine/stored'
import { allOf, anyOf } from '../sql'
import { conditionSql, type ExpressionContext } from './expressionSql'
import { columnNames, extraOf, tableOf } from './tables'

type Value = string | number | boolean

const NO_ROWS = sql<SqlBool>`false`

/** The caller and the time, for expressions. */
type CallerContext = ExpressionContext['ruleContext']

/** Translates a rule. @returns a condition on the resource's table; always false if the rule cannot be translated */
export function rowRule(
  resource: CompiledResource,
  rule: CompiledCondition,
  ruleContext: CallerContext,
): RawBuilder<SqlBool> {
  const tests = testsIn(rule).map(test => testSql(resource, test, ruleContext))
  if (tests.length === 0 || tests.some(test => test === undefined)) return NO_ROWS
  return ('any' in rule ? anyOf : allOf)(tests as RawBuilder<boolean>[])
}

function testSql(
  resource: CompiledResource,
  test: CompiledTest,
  ruleContext: CallerContext,
): RawBuilder<boolean> | undefined {
  if ('expression' in test)
    return expressionRule(resource, test.expression, name => readField(resource, name), ruleContext)
  if (!('field' in test)) return undefined
  const tests = fieldTestsOf(resource, test.field)
  if (!tests) return undefined
  return fieldTest(test, tests)
}

/** The tests of a field as one condition. */
export function fieldTest(
  test: Extract<CompiledTest, { field: string }>,
  { is, isEmpty, compared }: FieldTests,
): RawBuilder<boolean> {
  const isOrFalse = (value: Value) => sql<boolean>`coalesce(${is(value)}, false)`
  return allOf([
    ...(test.empty === undefined ? [] : [test.empty ? isEmpty : sql<boolean>`not ${isEmpty}`]),
    // Without `coalesce`, so that an index is used; null counts as false anyway.
    ...(test.eq === undefined ? [] : [is(test.eq)]),
    ...(test.ne === undefined ? [] : [sql<boolean>`not ${isOrFalse(test.ne)}`]),
    ...(test.in === undefined ? [] : [anyOf(test.in.map(is))]),
    ...(test.gt === undefined ? [] : [compared('>', test.gt)]),
    ...(test.lt === undefined ? [] : [compared('<', test.lt)]),
  ])
}

/** A field as expressions read it. */
function readField(resource: CompiledResource, name: string) {
  const field = rowFieldOf(resource, name)
  if (!field) return undefined
  if (typeof field !== 'string') return { json: storedJson(resource, field) }
  const column = columnOf(resource, name)
  return { column, json: sql`to_jsonb(${column})` }
}

/** SQL for the tests of a field. Only `is` may be null, which counts as false. */
interface FieldTests {
  is(value: Value): RawBuilder<boolean>
  isEmpty: RawBuilder<boolean>
  compared(operator: '>' | '<', limit: number): RawBuilder<boolean>
}

function fieldTestsOf(resource: CompiledResource, name: string): FieldTests | undefined {
  const field = rowFieldOf(resource, name)
  if (!field) return undefined
  if (typeof field !== 'string') return jsonTests(resource, field)
  return columnTests(field, columnOf(resource, name))
}

function columnOf(resource: CompiledResource, name: string): RawBuilder<unknown> {
  const table = tableOf(resource.name)
  return sql.ref(`${table}.${columnNames(table)[name] ?? name}`)
}

/** The values in the API for a null column. */
const BLANK = { text: '', number: 0, boolean: false } as const

const MAX_INTEGER = 2_147_483_647

function columnTests(kind: RowColumn, column: RawBuilder<unknown>): FieldTests {
  /** A value of another type than the column, or beyond its range, never matches; the comparison would be an error. */
  const equals = (value: Value) => {
    if (typeof value !== (kind === 'text' ? 'string' : kind)) return sql<boolean>`false`
    if (typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER))
      return sql<boolean>`false`
    return sql<boolean>`${column} = ${value}`
  }
  const isNull = sql<boolean>`${column} is null`
  return {
    is: value => (value === BLANK[kind] ? sql<boolean>`(${isNull} or ${equals(value)})` : equals(value)),
    isEmpty: kind === 'text' ? sql<boolean>`(${isNull} or ${isBlank(column)})` : sql<boolean>`false`,
    compared: (operator, limit) =>
      kind === 'number'
        ? sql<boolean>`(coalesce(${column}, 0) ${sql.raw(operator)} ${limit}::double precision)`
        : sql<boolean>`false`,
  }
}

function storedJson(resource: CompiledResource, field: CompiledField): RawBuilder<unknown> {
  const extra = extraOf(tableOf(resource.name))
  return sql`coalesce(${sql.join(storedKeys(field).map(key => sql`${extra} -> ${key}::text`))})`
}

function jsonTests(resource: CompiledResource, field: CompiledField): FieldTests {
  const json = storedJson(resource, field)
  const text = sql`(${json} #>> '{}')`
  const kind = sql`jsonb_typeof(${json})`
  // Converts the value as `Number` of JavaScript does.
  const number = sql`(case ${kind}
    when 'number' then ${text}::double precision
    when 'null' then 0
    when 'boolean' then (case when ${json} = 'true'::jsonb then 1 else 0 end)
    when 'array' then (case when ${json} = '[]'::jsonb then 0 end)
    when 'string' then (case
      when ${isBlank(text)} then 0
      when ${trimmed(text)} ~* ${NUMERAL} then ${trimmed(text)}::double precision end) end)`
  return {
    is: value => sql<boolean>`${json} = ${JSON.stringify(value)}::jsonb`,
    isEmpty: sql<boolean>`coalesce(case ${kind}
      when 'null' then true
      when 'string' then ${isBlank(text)}
      when 'array' then ${json} = '[]'::jsonb
      else ${json} is null end, true)`,
    compared: (operator, limit) =>
      sql<boolean>`coalesce(${number} ${sql.raw(operator)} ${limit}::double precision, false)`,
  }
}

/** The characters that `trim` of JavaScript removes. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

const trimmed = (text: RawBuilder<unknown>) => sql<string>`btrim(${text}, ${BLANKS})`
const isBlank = (text: RawBuilder<unknown>) => sql<boolean>`${trimmed(text)} = ''`

/** Numbers in text. Other forms that JavaScript parses as numbers (`0x1f`) never match a rule. */
const NUMERAL = '^[+-]?[0-9]{1,15}([.][0-9]{1,15})?(e[+-]?[0-9]{1,2})?$'

/** SQL for a field in a row rule. */
type ReadField = (name: string) => { column?: RawBuilder<unknown>; json: RawBuilder<unknown> } | undefined

/** Translates an expression. @returns `undefined` if it uses a value that is not in the database */
function expressionRule(
  resource: CompiledResource,
  expression: Expression,
  field: ReadField,
  ruleContext: ExpressionContext['ruleContext'],
): RawBuilder<boolean> | undefined {
  const parts = partsOf(expression)
  if (parts.some(part => part.op === 'referenced' || part.op === 'action')) return undefined
  if (parts.some(part => part.op === 'field' && !field(part.name))) return undefined
  const plain = conjuncts(expression).flatMap(part => plainTest(resource, part, field, ruleContext) ?? [])
  return allOf([...plain, conditionSql(expression, { field, ruleContext })])
}

/** The parts of which all must hold. */
const conjuncts = (expression: Expression): Expression[] =>
  isApplied(expression) && expression.op === 'and' ? expression.of.flatMap(conjuncts) : [expression]

/**
 * An additional plain comparison of the column for tests like `sido == "KR-11"`, so that an index is used: the SQL of
 * an expression wraps the column in `coalesce`.
 */
function plainTest(
  resource: CompiledResource,
  expression: Expression,
  field: ReadField,
  ruleContext: ExpressionContext['ruleContext'],
): RawBuilder<boolean> | undefined {
  if (!isApplied(expression) || expression.op !== 'eq') return undefined
  const named = expression.of.find(part => part.op === 'field')
  const constant = expression.of.find(part => part.op === 'value' || part.op === 'user')
  if (named?.op !== 'field' || !constant) return undefined
  const column = field(named.name)?.column
  const value = evaluate(constant, { ...ruleContext, action: 'edit', record: {} })
  const kind = rowFieldOf(resource, named.name)
  // An empty text and 0 also match null, which a plain comparison would not find.
  if (!column || value === undefined || value === '' || String(value) === '0') return undefined
  if (kind === 'text') return sql<boolean>`${column} = ${String(value)}`
  if (kind === 'number' && /^[1-9][0-9]{0,8}$/.test(String(value)))
    return sql<boolean>`${column} = ${Number(value)}`
  return undefined
}
