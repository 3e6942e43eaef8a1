/** Names and literals in expressions. */

import { isStorable } from '../../../domain/typed'
import { decimalOf } from '../../expressions/decimal'
import type { Expression } from '../../expressions/expression'
import { ExpressionProblem, type Syntax } from './parse'

/** The steps of a name: `a.b.c` → `['a', 'b', 'c']`; `undefined` if the syntax is not a name. */
export function namePath(syntax: Syntax): string[] | undefined {
  if (syntax.op === 'id') return [syntax.args]
  if (syntax.op !== '.') return undefined
  const [object, name] = syntax.args
  const path = namePath(object)
  return path && [...path, name]
}

/** @param position in the text, from 1 */
export function compileLiteral(value: unknown, position: number): Expression {
  if (value === null) return { op: 'none', kind: 'text' }
  if (typeof value === 'boolean') return { op: 'value', kind: 'boolean', value }
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new ExpressionProblem('badCharacter')
    return { op: 'value', kind: 'text', value }
  }
  const number = Number(value)
  const isNumber = typeof value === 'bigint' || typeof value === 'number'
  if (!isNumber || decimalOf(number) === undefined) throw new ExpressionProblem('tooBig', { at: position })
  return { op: 'value', kind: 'number', value: number }
}
