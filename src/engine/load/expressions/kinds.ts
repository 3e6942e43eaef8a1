/** Checks and converts kinds. Quoted literals also fit days, times and references; numbers fit references. */
import { KOREA_OFFSET_MS } from '../../../domain/dates'
import type { Expression, ExpressionKind } from '../../expressions/expression'
import { readDay, readTime, timeText } from '../../expressions/moments'
import { KINDS } from '../../kinds'
import { ExpressionProblem } from './parse'
import type { CompiledPart } from './scope'

/** Throws if the part has another kind. @param name the operator or function, for the error */
export function expectKind(
  { expression, at }: CompiledPart,
  name: string,
  ...wanted: ExpressionKind[]
): void {
  if (!wanted.includes(expression.kind))
    throw new ExpressionProblem('expressionKind', {
      at,
      name,
      kind: expression.kind,
      wanted: wanted.join(', '),
    })
}

const literalOf = (kind: ExpressionKind, value: string): Expression => ({ op: 'value', kind, value })

/** Converts a part to a kind: a literal may be a day, a time or an id. `undefined` if it cannot be converted. */
export function convertTo({ expression }: CompiledPart, kind: ExpressionKind): Expression | undefined {
  if (expression.kind === kind) return expression
  if (expression.op === 'none') return { op: 'none', kind }
  const written = expression.op === 'value' ? String(expression.value) : undefined
  if (kind === 'reference') {
    if (expression.kind === 'number')
      return written === undefined ? { op: 'asReference', kind, of: [expression] } : literalOf(kind, written)
    // The id 0 means no record, as does an empty text.
    return expression.kind === 'text' && written !== undefined ? literalOf(kind, written || '0') : undefined
  }
  if (written === undefined || expression.kind !== 'text') return undefined
  if (kind === 'date' && readDay(written) !== undefined) return literalOf(kind, written)
  if (kind === 'time') {
    const day = readDay(written)
    // As a time, a day is its beginning in Korea.
    if (day !== undefined) return literalOf(kind, timeText(day - KOREA_OFFSET_MS))
    if (readTime(written) !== undefined) return literalOf(kind, written)
  }
  return undefined
}

/** Converts one of the parts to the kind of the other; throws if neither is possible. */
export function toSameKind(one: CompiledPart, other: CompiledPart, name: string): [Expression, Expression] {
  const right = convertTo(other, one.expression.kind)
  if (right) return [one.expression, right]
  const left = convertTo(one, other.expression.kind)
  if (left) return [left, other.expression]
  throw new ExpressionProblem('expressionKinds', {
    at: other.at,
    name,
    left: one.expression.kind,
    right: other.expression.kind,
  })
}

/** Throws for a comparison with a value that the field can never have, such as a misspelt choice. */
export function expectPossible(one: CompiledPart, other: CompiledPart): void {
  for (const [{ field }, { expression, at }] of [
    [one, other],
    [other, one],
  ] as const) {
    if (!field || expression.op !== 'value' || expression.value === '') continue
    const canEqual = KINDS[field.type].canEqual
    if (field.type !== 'select' || (canEqual?.(expression.value, field.options) ?? true)) continue
    throw new ExpressionProblem('expressionValue', {
      at,
      value: String(expression.value),
      name: field.name,
      known: (field.options.choices ?? []).map(({ value }) => value).join(', '),
    })
  }
}

/** Kinds that `<` and `>` can compare. */
export const ORDERED: readonly ExpressionKind[] = ['number', 'date', 'time', 'duration']
