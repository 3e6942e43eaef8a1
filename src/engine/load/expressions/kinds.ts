/** Compatible kinds: numbers with numbers; quoted literals with texts, choices, days, times and references. */
import { KOREA_OFFSET_MINUTES } from '../../../domain/dates'
import type { Expression, ExpressionKind } from '../../expressions/expression'
import { readDay, readTime, timeText } from '../../expressions/moments'
import { KINDS } from '../../kinds'
import { ExpressionProblem } from './parse'
import type { Typed } from './scope'

/** Refuses a part of another kind. */
export function expectKind({ expression, at }: Typed, name: string, ...wanted: ExpressionKind[]): void {
  if (!wanted.includes(expression.kind))
    throw new ExpressionProblem('expressionKind', {
      at,
      name,
      kind: expression.kind,
      wanted: wanted.join(', '),
    })
}

const asValue = (kind: ExpressionKind, value: string): Expression => ({ op: 'value', kind, value })

/** The part as this kind: a literal may be a day, a time or an id. */
export function fitted({ expression }: Typed, kind: ExpressionKind): Expression | undefined {
  if (expression.kind === kind) return expression
  if (expression.op === 'none') return { op: 'none', kind }
  const written = expression.op === 'value' ? String(expression.value) : undefined
  if (kind === 'reference') {
    if (expression.kind === 'number')
      return written === undefined ? { op: 'asReference', kind, of: [expression] } : asValue(kind, written)
    return expression.kind === 'text' && written !== undefined ? asValue(kind, written || '0') : undefined
  }
  if (written === undefined || expression.kind !== 'text') return undefined
  if (kind === 'date' && readDay(written) !== undefined) return asValue(kind, written)
  if (kind === 'time') {
    const day = readDay(written)
    if (day !== undefined) return asValue(kind, timeText(day - KOREA_OFFSET_MINUTES * 60_000))
    if (readTime(written) !== undefined) return asValue(kind, written)
  }
  return undefined
}

/** Both parts converted to one kind. */
export function together(one: Typed, other: Typed, name: string): [Expression, Expression] {
  const right = fitted(other, one.expression.kind)
  if (right) return [one.expression, right]
  const left = fitted(one, other.expression.kind)
  if (left) return [left, other.expression]
  throw new ExpressionProblem('expressionKinds', {
    at: other.at,
    name,
    left: one.expression.kind,
    right: other.expression.kind,
  })
}

/** Refuses a comparison with a value that the field can never have, such as a misspelt choice. */
export function expectPossible(one: Typed, other: Typed): void {
  for (const [{ field }, { expression, at }] of [
    [one, other],
    [other, one],
  ] as const) {
    if (!field || expression.op !== 'value' || expression.value === '') continue
    const mayEqual = KINDS[field.type].mayEqual
    if (field.type !== 'select' || (mayEqual?.(expression.value, field.options) ?? true)) continue
    throw new ExpressionProblem('expressionValue', {
      at,
      value: String(expression.value),
      name: field.name,
      known: (field.options.choices ?? []).map(({ value }) => value).join(', '),
    })
  }
}

export const ORDERED: readonly ExpressionKind[] = ['number', 'date', 'time', 'duration']
