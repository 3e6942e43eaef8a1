/** The functions of expressions: their arguments and results. */
import type { Expression, ExpressionKind, Operation } from '../../expressions/expression'
import { readDay } from '../../expressions/moments'
import { LONGEST_TEXT } from '../../expressions/operations'
import { KINDS } from '../../kinds'
import { patternProblem } from '../../validation/patterns'
import { expectKind, fitted, together } from './kinds'
import { ExpressionProblem } from './parse'
import type { ExpressionScope, Typed } from './scope'

interface Function {
  /** As the guide writes it. */
  usage: string
  least: number
  most: number
  make(parts: readonly Typed[], scope: ExpressionScope): Expression
}

const applied = (op: Operation, kind: ExpressionKind, ...of: Expression[]): Expression => ({ op, kind, of })

/** A function whose arguments all have one kind. */
const sameKind = (
  usage: string,
  op: Operation,
  kind: ExpressionKind,
  takes: ExpressionKind,
  count = 1,
): Function => ({
  usage,
  least: count,
  most: count,
  make: parts => {
    for (const part of parts) expectKind(part, usage, takes)
    return applied(op, kind, ...parts.map(({ expression }) => expression))
  },
})

const numeric = (op: 'floor' | 'ceil' | 'abs') => sameKind(`${op}(x)`, op, 'number', 'number')
const lasting = (op: 'days' | 'hours' | 'minutes') => sameKind(`${op}(n)`, op, 'duration', 'number')

const several = (op: 'min' | 'max'): Function => ({
  ...sameKind(`${op}(a, b, …)`, op, 'number', 'number'),
  least: 2,
  most: 20,
})

const EMPTY: readonly ExpressionKind[] = ['text', 'number', 'date', 'time', 'list', 'reference', 'references']

export const FUNCTIONS: Readonly<Record<string, Function>> = {
  empty: {
    usage: 'empty(x)',
    least: 1,
    most: 1,
    make: ([one]) => {
      expectKind(one!, 'empty(x)', ...EMPTY)
      return applied('empty', 'boolean', one!.expression)
    },
  },
  ifEmpty: {
    usage: 'ifEmpty(x, y)',
    least: 2,
    most: 2,
    make: ([one, other]) => {
      expectKind(one!, 'ifEmpty(x, y)', ...EMPTY)
      const [left, right] = together(one!, other!, 'ifEmpty(x, y)')
      return applied('ifEmpty', left.kind, left, right)
    },
  },
  size: {
    usage: 'size(x)',
    least: 1,
    most: 1,
    make: ([one]) => {
      expectKind(one!, 'size(x)', 'text', 'list', 'references')
      return applied(one!.expression.kind === 'text' ? 'size' : 'count', 'number', one!.expression)
    },
  },
  text: {
    usage: 'text(x)',
    least: 1,
    most: 1,
    make: ([one]) => asText(one!, 'text(x)'),
  },
  round: {
    usage: 'round(x, 2)',
    least: 1,
    most: 2,
    make: ([one, places]) => {
      expectKind(one!, 'round(x, 2)', 'number')
      const digits = places?.expression ?? { op: 'value', kind: 'number', value: 0 }
      if (digits.op !== 'value' || !PLACES.includes(digits.value))
        throw new ExpressionProblem('expressionArguments', { at: places!.at, usage: 'round(x, 2)' })
      return applied('round', 'number', one!.expression, digits)
    },
  },
  floor: numeric('floor'),
  ceil: numeric('ceil'),
  abs: numeric('abs'),
  min: several('min'),
  max: several('max'),
  now: { usage: 'now()', least: 0, most: 0, make: () => ({ op: 'now', kind: 'time' }) },
  today: { usage: 'today()', least: 0, most: 0, make: () => ({ op: 'today', kind: 'date' }) },
  days: lasting('days'),
  hours: lasting('hours'),
  minutes: lasting('minutes'),
  daysBetween: {
    usage: 'daysBetween(from, to)',
    least: 2,
    most: 2,
    make: ([from, to]) => {
      const [one, other] = together(from!, to!, 'daysBetween(from, to)')
      expectKind(from!, 'daysBetween(from, to)', 'date', 'time', 'text')
      if (one.kind === 'text') expectKind(from!, 'daysBetween(from, to)', 'date', 'time')
      return applied('daysBetween', 'number', one, other)
    },
  },
  date: {
    usage: 'date(x)',
    least: 1,
    most: 1,
    make: ([one]) => {
      const { expression } = one!
      if (expression.op === 'value' && readDay(expression.value) !== undefined)
        return { op: 'value', kind: 'date', value: expression.value }
      if (expression.kind === 'date') return expression
      expectKind(one!, 'date(x)', 'time')
      return applied('day', 'date', expression)
    },
  },
}

const PLACES: readonly unknown[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Methods such as `name.startsWith('a')`. The first argument is the part before the dot. */
export const METHODS: Readonly<Record<string, Function>> = {
  startsWith: sameKind("x.startsWith('…')", 'startsWith', 'boolean', 'text', 2),
  endsWith: sameKind("x.endsWith('…')", 'endsWith', 'boolean', 'text', 2),
  contains: {
    usage: "x.contains('…')",
    least: 2,
    most: 2,
    make: ([one, other]) => {
      if (isList(one!)) return isInList(other!, one!)
      for (const part of [one!, other!]) expectKind(part, "x.contains('…')", 'text')
      return applied('contains', 'boolean', one!.expression, other!.expression)
    },
  },
  matches: {
    usage: "x.matches('…')",
    least: 2,
    most: 2,
    make: ([one, pattern], scope) => {
      expectKind(one!, "x.matches('…')", 'text')
      const { expression, at } = pattern!
      if (scope.isSql) throw new ExpressionProblem('expressionPattern', { at })
      if (expression.op !== 'value' || expression.kind !== 'text')
        throw new ExpressionProblem('expressionArguments', { at, usage: "x.matches('…')" })
      const longest = one!.field && (one!.field.options.max ?? KINDS[one!.field.type].longest)
      const problem = patternProblem(expression.value, longest ?? LONGEST_TEXT)
      if (problem) throw new ExpressionProblem(problem, { value: String(expression.value) })
      return applied('matches', 'boolean', one!.expression, expression)
    },
  },
}

export const isList = ({ expression: { kind } }: Typed): boolean => kind === 'list' || kind === 'references'

/** `value in list`: the list is a field with several choices or references. */
export function isInList(one: Typed, list: Typed): Expression {
  if (list.expression.kind === 'references') {
    const id = fitted(one, 'reference')
    if (!id) expectKind(one, 'in', 'reference', 'number')
    return applied('inList', 'boolean', id ?? one.expression, list.expression)
  }
  expectKind(one, 'in', 'text', 'number')
  const { choices } = list.field?.options ?? {}
  const { expression, at } = one
  const isWrong =
    expression.op === 'value' && choices && !choices.some(({ value }) => value === expression.value)
  if (isWrong)
    throw new ExpressionProblem('expressionValue', {
      at,
      value: String(expression.value),
      name: list.field!.name,
      known: choices.map(({ value }) => value).join(', '),
    })
  return applied('inList', 'boolean', expression, list.expression)
}

/** Kinds that can become text, by joining or `text(x)`. */
export function asText(part: Typed, name: string): Expression {
  const text = fitted(part, 'text')
  if (text) return text
  expectKind(part, name, 'text', 'number', 'date', 'reference')
  return applied('text', 'text', part.expression)
}
