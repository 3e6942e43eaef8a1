/** Checks and converts kinds: a quoted literal may stand for a day, time or reference, a number for a reference. */
import { KOREA_OFFSET_MS } from '../../../domain/dates'
import type { Expression, ExpressionKind } from '../../expressions/expression'
import { readDay, readTime, timeText } from '../../expressions/moments'
import { KINDS } from '../../kinds'
import { ExpressionProblem } from './parse'
import type { CompiledPart } from './scope'

/** Throws if the part has another kind. @param name the operator or function, for the error */
export function expectKind(
  { expression, position }: CompiledPart,
  name: string,
  ...wanted: ExpressionKind[]
): void {
  if (!wanted.includes(expression.kind))
    throw new ExpressionProblem('expressionKind', {
      at: position,
      name,
      kind: expression.kind,
      wanted: wanted.join(', '),
    })
}

const literalOf = (kind: ExpressionKind, value: string): Expression => ({ op: 'value', kind, value })

/** A part as another kind: a quoted literal may be a day, a time or an id. `undefined` if it cannot be converted. */
export function convertTo({ expression }: CompiledPart, kind: ExpressionKind): Expression | undefined {
  if (expression.kind === kind) return expression
  if (expression.op === 'none') return { op: 'none', kind }
  const literal = expression.op === 'value' ? String(expression.value) : undefined
  if (kind === 'reference' && expression.kind === 'number')
    return literal === undefined ? { op: 'asReference', kind, of: [expression] } : literalOf(kind, literal)
  if (literal === undefined || expression.kind !== 'text') return undefined
  // An empty text and the id 0 both mean no record.
  if (kind === 'reference') return literalOf(kind, literal || '0')
  if (kind === 'date' && readDay(literal) !== undefined) return literalOf(kind, literal)
  if (kind === 'time') {
    const day = readDay(literal)
    // A day that is used as a time means its start in Korea.
    if (day !== undefined) return literalOf(kind, timeText(day - KOREA_OFFSET_MS))
    if (readTime(literal) !== undefined) return literalOf(kind, literal)
  }
  return undefined
}

/**
 * Converts the right part to the kind of the left part or, if that is impossible, the left to the right; else throws.
 */
export function toSameKind(left: CompiledPart, right: CompiledPart, name: string): [Expression, Expression] {
  const convertedRight = convertTo(right, left.expression.kind)
  if (convertedRight) return [left.expression, convertedRight]
  const convertedLeft = convertTo(left, right.expression.kind)
  if (convertedLeft) return [convertedLeft, right.expression]
  throw new ExpressionProblem('expressionKinds', {
    at: right.position,
    name,
    left: left.expression.kind,
    right: right.expression.kind,
  })
}

/** Throws if a `select` field is compared with a value that is not one of its choices, such as a misspelt one. */
export function expectPossible(left: CompiledPart, right: CompiledPart): void {
  expectChoice(left, right)
  expectChoice(right, left)
}

function expectChoice({ field }: CompiledPart, { expression, position }: CompiledPart): void {
  if (field?.type !== 'select' || expression.op !== 'value' || expression.value === '') return
  if (KINDS.select.canEqual?.(expression.value, field.options) ?? true) return
  throw new ExpressionProblem('expressionValue', {
    at: position,
    value: String(expression.value),
    name: field.name,
    known: (field.options.choices ?? []).map(({ value }) => value).join(', '),
  })
}

/** Kinds that `<` and `>` can compare. */
export const ORDERED: readonly ExpressionKind[] = ['number', 'date', 'time', 'duration']
