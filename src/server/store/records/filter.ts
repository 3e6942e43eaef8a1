/** Translates the `filter` parameter of a list to SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { Levels } from '../../../domain/authority'
import { phoneEntered } from '../../../domain/phone'
import { composed, isStorable } from '../../../domain/typed'
import type { CompiledCondition, CompiledFilter, CompiledTest } from '../../../engine/compiled'
import { testsIn } from '../../../engine/conditions'
import type { RuleContext } from '../../../engine/expressions/evaluate'
import { boundOf } from '../../../engine/filterBounds'
import { absoluteBound } from '../../../engine/relativeBounds'
import { Refusal } from '../../refusal'
import { allOf, anyOf } from '../sql'
import { conditionSql } from './expressionSql'
import type { FieldMap, FieldSql } from './fields'
import { asId, textOfValue } from './references'
import { fieldTest } from './rowRules'

interface FilterContext {
  /** The fields that the caller may read. */
  fields: FieldMap
  /** The filters of the list in config, for this caller. */
  filters: readonly CompiledFilter[]
  /** The caller's level, for the `where` of filters. */
  level: number
  levels: Levels
  user: NonNullable<RuleContext['user']>
  /** For relative bounds and the conditions of filters. */
  now: Date
}

/** Maximum number of values per key. */
const MAX_VALUES = 1000
const MAX_SEARCH_LENGTH = 200

/**
 * Keys of `filter`: `id`; `q` (full text); the name of a filter in config; the name of a field; the name of a number or
 * time field with the suffix `_gte` or `_lte`; the bound of a time may be relative, such as `now-24h`. An array matches
 * any of its values; `null` matches empty fields.
 *
 * @throws Refusal 400 for an unknown key, or a value that the field cannot have
 */
export function filterConditions(
  filter: Readonly<Record<string, unknown>>,
  context: FilterContext,
): RawBuilder<boolean>[] {
  return Object.entries(filter).map(([key, value]) => {
    const condition = [value].flat().every(canBeCompared) ? conditionOf(key, value, context) : undefined
    if (!condition) throw wrongQuery(key)
    return condition
  })
}

/** The error response for an invalid parameter. */
export const wrongQuery = (field: string) => new Refusal(400, 'invalidQuery', { field: field.slice(0, 40) })

const canBeCompared = (value: unknown) => typeof value !== 'string' || isStorable(value)

const everything = sql<boolean>`true`
const nothing = sql<boolean>`false`

/** @returns `undefined` for an unknown key, or a value that the field cannot have */
function conditionOf(key: string, value: unknown, context: FilterContext): RawBuilder<boolean> | undefined {
  const { fields, filters } = context
  if (key === 'id') return idCondition(value)
  const filter = filters.find(({ name }) => name === key)
  const isAll = value === '' || (filter?.all && value === filter.all.value)
  if (filter && isAll) return everything
  if (filter?.type === 'search' || key === 'q') return search(value, searchedFields(filter), fields)
  if (filter?.where) return whereCondition(filter.where, value, context)
  const field = fields.get(filter?.field ?? key)
  if (field) return equals(field, value)
  const bound = boundOf(key)
  const boundedField = bound && fields.get(bound.field)
  return boundedField && boundCondition(boundedField, bound.side, value, context.now)
}

function idCondition(value: unknown): RawBuilder<boolean> | undefined {
  const values = Array.isArray(value) ? value : [value]
  if (values.length > MAX_VALUES) return undefined
  const ids = values.map(asId).filter(id => id !== undefined)
  return ids.length === 0 ? nothing : sql<boolean>`"row".id in (${sql.join(ids)})`
}

/** A filter with a condition (`where` in config): `true` keeps the records that meet it, `false` the others. */
function whereCondition(
  condition: CompiledCondition,
  value: unknown,
  context: FilterContext,
): RawBuilder<boolean> | undefined {
  const text = textOfValue(value)
  if (text !== 'true' && text !== 'false') return undefined
  const tests = testsIn(condition).map(test => testSql(test, context))
  const joined = 'any' in condition ? anyOf(tests) : allOf(tests)
  return text === 'true' ? joined : sql<boolean>`not ${joined}`
}

/**
 * `passes` of `engine/conditions` in SQL, never null. A field that the caller may not read is absent. A list shows
 * existing records (the action `edit`), and does not know which of them are the caller's own.
 */
function testSql(
  test: CompiledTest,
  { fields, level, levels, user, now }: FilterContext,
): RawBuilder<boolean> {
  if ('expression' in test)
    return conditionSql(test.expression, {
      field: name => fields.get(name),
      ruleContext: { level, levels, user, now: now.getTime() },
    })
  if ('level' in test) return level >= levels[test.level] ? everything : nothing
  if ('action' in test) return test.action === 'edit' ? everything : nothing
  if ('own' in test) return test.own ? nothing : everything
  const json = fields.get(test.field)?.json ?? sql`null::jsonb`
  return fieldTest(test, {
    is: value => sql`coalesce(${json} = ${JSON.stringify(value)}::jsonb, false)`,
    isEmpty: isAbsent(json),
    compared: (operator, limit) => sql`coalesce(
      case when jsonb_typeof(${json}) = 'number' then (${json})::numeric ${sql.raw(operator)} ${limit}::numeric end,
      false
    )`,
  })
}

const isAbsent = (json: RawBuilder<unknown>) => sql<boolean>`coalesce(${json} in ('null', '""', '[]'), true)`

/** The fields of a search filter; undefined for all text fields. */
const searchedFields = (filter: CompiledFilter | undefined) =>
  filter?.fields ?? (filter?.field === undefined ? undefined : [filter.field])

function search(
  value: unknown,
  names: readonly string[] | undefined,
  fields: FilterContext['fields'],
): RawBuilder<boolean> | undefined {
  const typed = typeof value === 'number' ? String(value) : value
  if (typeof typed !== 'string' || typed.length > MAX_SEARCH_LENGTH) return undefined
  const text = composed(typed.trim())
  if (text === '') return everything
  // Digits with separators, as in a phone number; not a name that contains digits.
  const digits = /^[+\d\s().-]+$/.test(text) ? phoneEntered(text) : ''
  const hits = (names ?? [...fields.names()])
    .flatMap(name => fields.get(name) ?? [])
    .filter(({ isSearched }) => names !== undefined || isSearched)
    .flatMap(field => [
      sql<boolean>`position(lower(${text}::text) in lower((${field.value})::text)) > 0`,
      ...(field.hasDigitsOnly && digits && digits !== text
        ? [sql<boolean>`position(${digits}::text in (${field.value})::text) > 0`]
        : []),
    ])
  return anyOf(hits)
}

function equals(field: FieldSql, value: unknown): RawBuilder<boolean> | undefined {
  if (Array.isArray(value)) {
    if (value.length > MAX_VALUES) return undefined
    const conditions = value.map(item => (Array.isArray(item) ? undefined : equals(field, item)))
    return conditions.every(condition => condition !== undefined) ? anyOf(conditions) : undefined
  }
  const text = textOfValue(value)
  if (value === null) return isAbsent(field.json)
  if (field.column && text !== undefined && text === field.none) return sql<boolean>`${field.column} is null`
  if (text === undefined) return undefined
  const { reach } = field
  const { value: operand, json } = reach?.stored ?? field
  const isEqual = comparison(field, operand, json, value, text)
  return isEqual && reach ? allOf([isEqual, reach.isInScope(text)]) : isEqual
}

function comparison(
  { compares, column, element }: FieldSql,
  operand: RawBuilder<unknown>,
  json: RawBuilder<unknown>,
  value: unknown,
  text: string,
): RawBuilder<boolean> | undefined {
  switch (compares) {
    case 'number':
      return isNumeric(text) ? sql<boolean>`${operand} = ${text}::numeric` : undefined
    case 'boolean':
      // A boolean that was never stored is false.
      return text === 'true' || text === 'false'
        ? sql<boolean>`coalesce(${operand}, 'false') = ${text}`
        : undefined
    case 'list':
      return sql<boolean>`${json} @> ${JSON.stringify([element?.(value) ?? value])}::jsonb`
    case 'text':
      // Equality is the same in every collation, and an index has the collation of its column.
      return sql<boolean>`${column ?? operand} = ${text}`
    default:
      return sql<boolean>`${operand} = ${text}`
  }
}

function boundCondition(
  field: FieldSql,
  bound: 'gte' | 'lte',
  value: unknown,
  now: Date,
): RawBuilder<boolean> | undefined {
  const entered = textOfValue(value)
  if (entered === undefined) return undefined
  const text = field.compares === 'time' ? absoluteBound(entered, bound, field.isDay === true, now) : entered
  const isWithin = (limit: RawBuilder<unknown>, value = field.value) =>
    bound === 'gte' ? sql<boolean>`${value} >= ${limit}` : sql<boolean>`${value} <= ${limit}`
  // Comparing a time as text would format the time of every row.
  const moment = field.compares === 'time' && !field.isDay ? storableMoment(text) : undefined
  if (moment && field.column) return isWithin(sql`${moment}::timestamptz`, field.column)
  if (field.compares === 'number') return isNumeric(text) ? isWithin(sql`${text}::numeric`) : undefined
  if (field.compares !== 'time' || !/^\d{4}-\d\d(-\d\d(T[\d:.]+Z?)?)?$/.test(text)) return undefined
  // `_lte` a day includes the whole day: '~' sorts after every time of that day.
  const isWholeDay = bound === 'lte' && !text.includes('T')
  return isWithin(sql`${isWholeDay ? `${text}~` : text}::text`)
}

/** A time with its zone in the form of `toISOString`; `undefined` for other texts, and years that PostgreSQL lacks. */
function storableMoment(text: string): string | undefined {
  const time = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
}

const isNumeric = (text: string) => /^-?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i.test(text)
