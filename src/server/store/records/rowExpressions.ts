/** Translates the row rules of roles to SQL, if they are written as expressions. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledResource } from '../../../engine/compiled'
import { evaluate } from '../../../engine/expressions/evaluate'
import { type Expression, isApplied, partsOf } from '../../../engine/expressions/expression'
import { rowFieldOf } from '../../../engine/fields/rowFields'
import { allOf } from '../sql'
import { conditionSql, type ExpressionContext } from './expressionSql'

/** SQL for a field in a row rule. */
type ReadField = (name: string) => { column?: RawBuilder<unknown>; json: RawBuilder<unknown> } | undefined

/** Translates an expression. @returns `undefined` if it uses a value that is not in the database */
export function expressionRule(
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
