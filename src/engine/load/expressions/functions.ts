/** The functions and methods of expressions: checks their arguments and compiles them. */
import type { Expression, ExpressionKind, Operation } from '../../expressions/expression'
import { readDay } from '../../expressions/moments'
import { MAX_TEXT_LENGTH } from '../../expressions/operations'
import { KINDS } from '../../kinds'
import { patternProblem } from '../../validation/patterns'
import { convertTo, expectKind, toSameKind } from './kinds'
import { ExpressionProblem } from './parse'
import type { CompiledPart, ExpressionScope } from './scope'

interface FunctionDefinition {
  /** As shown in the guide and in errors. */
  usage: string
  minArguments: number
  maxArguments: number
  compile(parts: readonly CompiledPart[], scope: ExpressionScope): Expression
}

/** The expression that applies an operation to operands. @param kind of the result */
export const operationOn = (op: Operation, kind: ExpressionKind, ...of: Expression[]): Expression => ({
  op,
  kind,
  of,
})

/** A function with a fixed number of arguments of one kind. @param kind of the result */
const functionOf = (
  usage: string,
  op: Operation,
  kind: ExpressionKind,
  argumentKind: ExpressionKind,
  count = 1,
): FunctionDefinition => ({
  usage,
  minArguments: count,
  maxArguments: count,
  compile: parts => {
    for (const part of parts) expectKind(part, usage, argumentKind)
    return operationOn(op, kind, ...parts.map(({ expression }) => expression))
  },
})

const numberFunction = (op: 'floor' | 'ceil' | 'abs') => functionOf(`${op}(x)`, op, 'number', 'number')
const durationFunction = (op: 'days' | 'hours' | 'minutes') =>
  functionOf(`${op}(n)`, op, 'duration', 'number')

const extremeFunction = (op: 'min' | 'max'): FunctionDefinition => ({
  ...functionOf(`${op}(a, b, …)`, op, 'number', 'number'),
  minArguments: 2,
  maxArguments: 20,
})

const CAN_BE_EMPTY: readonly ExpressionKind[] = [
  'text',
  'number',
  'date',
  'time',
  'list',
  'reference',
  'references',
]

export const FUNCTIONS: Readonly<Record<string, FunctionDefinition>> = {
  empty: {
    usage: 'empty(x)',
    minArguments: 1,
    maxArguments: 1,
    compile: ([part]) => {
      expectKind(part!, 'empty(x)', ...CAN_BE_EMPTY)
      return operationOn('empty', 'boolean', part!.expression)
    },
  },
  ifEmpty: {
    usage: 'ifEmpty(x, y)',
    minArguments: 2,
    maxArguments: 2,
    compile: ([part, fallback]) => {
      expectKind(part!, 'ifEmpty(x, y)', ...CAN_BE_EMPTY)
      const operands = toSameKind(part!, fallback!, 'ifEmpty(x, y)')
      return operationOn('ifEmpty', operands[0].kind, ...operands)
    },
  },
  size: {
    usage: 'size(x)',
    minArguments: 1,
    maxArguments: 1,
    compile: ([part]) => {
      expectKind(part!, 'size(x)', 'text', 'list', 'references')
      return operationOn(part!.expression.kind === 'text' ? 'size' : 'count', 'number', part!.expression)
    },
  },
  text: {
    usage: 'text(x)',
    minArguments: 1,
    maxArguments: 1,
    compile: ([part]) => asText(part!, 'text(x)'),
  },
  round: {
    usage: 'round(x, 2)',
    minArguments: 1,
    maxArguments: 2,
    compile: ([number, places]) => {
      expectKind(number!, 'round(x, 2)', 'number')
      const digits = places?.expression ?? { op: 'value', kind: 'number', value: 0 }
      if (digits.op !== 'value' || !PLACES.includes(digits.value))
        throw new ExpressionProblem('expressionArguments', { at: places!.position, usage: 'round(x, 2)' })
      return operationOn('round', 'number', number!.expression, digits)
    },
  },
  floor: numberFunction('floor'),
  ceil: numberFunction('ceil'),
  abs: numberFunction('abs'),
  min: extremeFunction('min'),
  max: extremeFunction('max'),
  now: { usage: 'now()', minArguments: 0, maxArguments: 0, compile: () => ({ op: 'now', kind: 'time' }) },
  today: {
    usage: 'today()',
    minArguments: 0,
    maxArguments: 0,
    compile: () => ({ op: 'today', kind: 'date' }),
  },
  days: durationFunction('days'),
  hours: durationFunction('hours'),
  minutes: durationFunction('minutes'),
  daysBetween: {
    usage: 'daysBetween(from, to)',
    minArguments: 2,
    maxArguments: 2,
    compile: ([from, to]) => {
      const operands = toSameKind(from!, to!, 'daysBetween(from, to)')
      expectKind(from!, 'daysBetween(from, to)', 'date', 'time', 'text')
      // A quoted day takes the kind of the other argument. Two quoted days stay texts: refuse them.
      if (operands[0].kind === 'text') expectKind(from!, 'daysBetween(from, to)', 'date', 'time')
      return operationOn('daysBetween', 'number', ...operands)
    },
  },
  date: {
    usage: 'date(x)',
    minArguments: 1,
    maxArguments: 1,
    compile: ([part]) => {
      const { expression } = part!
      if (expression.op === 'value' && readDay(expression.value) !== undefined)
        return { op: 'value', kind: 'date', value: expression.value }
      if (expression.kind === 'date') return expression
      expectKind(part!, 'date(x)', 'time')
      return operationOn('day', 'date', expression)
    },
  },
}

/** Allowed numbers of decimal places. */
const PLACES: readonly unknown[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Methods such as `name.startsWith('a')`; the first argument is the part before the dot. */
export const METHODS: Readonly<Record<string, FunctionDefinition>> = {
  startsWith: functionOf("x.startsWith('…')", 'startsWith', 'boolean', 'text', 2),
  endsWith: functionOf("x.endsWith('…')", 'endsWith', 'boolean', 'text', 2),
  contains: {
    usage: "x.contains('…')",
    minArguments: 2,
    maxArguments: 2,
    compile: ([container, searched]) => {
      if (isListPart(container!)) return compileInList(searched!, container!)
      for (const part of [container!, searched!]) expectKind(part, "x.contains('…')", 'text')
      return operationOn('contains', 'boolean', container!.expression, searched!.expression)
    },
  },
  matches: {
    usage: "x.matches('…')",
    minArguments: 2,
    maxArguments: 2,
    compile: ([text, pattern], scope) => {
      expectKind(text!, "x.matches('…')", 'text')
      const { expression, position } = pattern!
      if (scope.isSql) throw new ExpressionProblem('expressionPattern', { at: position })
      if (expression.op !== 'value' || expression.kind !== 'text')
        throw new ExpressionProblem('expressionArguments', { at: position, usage: "x.matches('…')" })
      const { field } = text!
      const maxLength = field && (field.options.max ?? KINDS[field.type].defaultMax)
      const problem = patternProblem(expression.value, maxLength ?? MAX_TEXT_LENGTH)
      if (problem) throw new ExpressionProblem(problem, { value: String(expression.value) })
      return operationOn('matches', 'boolean', text!.expression, expression)
    },
  },
}

export const isListPart = ({ expression: { kind } }: CompiledPart): boolean =>
  kind === 'list' || kind === 'references'

/** Compiles `value in list`, where the list is a field with several choices or references. */
export function compileInList(searched: CompiledPart, list: CompiledPart): Expression {
  if (list.expression.kind === 'references') {
    const id = convertTo(searched, 'reference')
    if (!id) expectKind(searched, 'in', 'reference', 'number')
    return operationOn('inList', 'boolean', id ?? searched.expression, list.expression)
  }
  expectKind(searched, 'in', 'text', 'number')
  const { choices } = list.field?.options ?? {}
  const { expression, position } = searched
  const isNoChoice =
    expression.op === 'value' && choices && !choices.some(({ value }) => value === expression.value)
  if (isNoChoice)
    throw new ExpressionProblem('expressionValue', {
      at: position,
      value: String(expression.value),
      name: list.field!.name,
      known: choices.map(({ value }) => value).join(', '),
    })
  return operationOn('inList', 'boolean', expression, list.expression)
}

/** Converts a part to text, for `+` and `text(x)`; throws if it cannot. @param name of the operator, for errors */
export function asText(part: CompiledPart, name: string): Expression {
  const text = convertTo(part, 'text')
  if (text) return text
  expectKind(part, name, 'text', 'number', 'date', 'reference')
  return operationOn('text', 'text', part.expression)
}
