/** The row rule of a role that is an expression. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledResource } from '../../../engine/compiled'
import { evaluate } from '../../../engine/expressions/evaluate'
import { type Expression, isApplied, partsOf } from '../../../engine/expressions/expression'
import { rowFieldOf } from '../../../engine/fields/rowFields'
import { allOf } from '../sql'
import { conditionSql, type ExpressionContext } from './expressionSql'

/** How a row rule reads a field. */
type ReadField = (name: string) => { column?: RawBuilder<unknown>; json: RawBuilder<unknown> } | undefined

/** @returns none where it looks at what the database does not have */
export function expressionRule(
  resource: CompiledResource,
  expression: Expression,
  field: ReadField,
  about: ExpressionContext['about'],
): RawBuilder<boolean> | undefined {
  const parts = partsOf(expression)
  if (parts.some(part => part.op === 'referenced' || part.op === 'action')) return undefined
  if (parts.some(part => part.op === 'field' && !field(part.name))) return undefined
  const plain = conjuncts(expression).flatMap(part => plainTest(resource, part, field, about) ?? [])
  return allOf([...plain, conditionSql(expression, { field, about })])
}

const conjuncts = (expression: Expression): Expression[] =>
  isApplied(expression) && expression.op === 'and' ? expression.of.flatMap(conjuncts) : [expression]

/**
 * What follows from `sido == "KR-11"` and the like for the column itself, which an index answers: an expression reads a
 * column as what stands for nothing where it is null.
 */
function plainTest(
  resource: CompiledResource,
  expression: Expression,
  field: ReadField,
  about: ExpressionContext['about'],
): RawBuilder<boolean> | undefined {
  if (!isApplied(expression) || expression.op !== 'eq') return undefined
  const [one, other] = expression.of
  const named = [one!, other!].find(part => part.op === 'field')
  const constant = [one!, other!].find(part => part.op === 'value' || part.op === 'user')
  if (named?.op !== 'field' || !constant) return undefined
  const column = field(named.name)?.column
  const value = evaluate(constant, { ...about, action: 'edit', record: {} })
  const kind = rowFieldOf(resource, named.name)
  if (!column || value === undefined || value === '' || String(value) === '0') return undefined
  if (kind === 'text') return sql<boolean>`${column} = ${String(value)}`
  if (kind === 'number' && /^[1-9][0-9]{0,8}$/.test(String(value)))
    return sql<boolean>`${column} = ${Number(value)}`
  return undefined
}
