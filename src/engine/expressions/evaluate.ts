/** Evaluates compiled expressions for a record. */

import type { Levels } from '../../domain/authority'
import { currentTime } from '../clock'
import { valueAt } from '../recordValue'
import { decimalOf, decimalText } from './decimal'
import { type Applied, type Expression, isApplied, type Leaf, type UserName } from './expression'
import { dayInKorea } from './moments'
import { type LenientOperationName, STRICT_OPERATIONS, type StrictOperation } from './operations'
import { readStoredValue, type Value, writeValue } from './values'

/** The context in which conditions and expressions are evaluated. */
export interface RuleContext {
  record: Readonly<Record<string, unknown>>
  /** The number of the user's level. */
  level: number
  levels: Levels
  action: 'create' | 'edit'
  /** True if the record is the user's own account. */
  own?: boolean
  /** The signed-in user. In the browser, id and vendor are known only if the token contains them. */
  user?: Partial<Readonly<Record<Exclude<UserName, 'level'>, string | number>>>
  /** In milliseconds since 1970; the current time if absent. */
  now?: number
  /** The referenced records, by the name of the reference field. */
  referenced?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/**
 * The value in stored form; `undefined` if it cannot be computed, for example because a number is missing or divided by
 * zero. Never throws.
 */
export function evaluate(expression: Expression, context: RuleContext): unknown {
  return writeValue(expression.kind, evaluatePart(expression, context))
}

/** Whether a condition is true; false if it cannot be evaluated. */
export const isTrue = (condition: Expression, context: RuleContext): boolean =>
  evaluatePart(condition, context) === true

function evaluatePart(expression: Expression, context: RuleContext): Value | undefined {
  if (!isApplied(expression)) return evaluateLeaf(expression, context)
  if (Object.hasOwn(LENIENT_OPERATIONS, expression.op))
    return LENIENT_OPERATIONS[expression.op as LenientOperationName](expression, context)
  const values: Value[] = []
  for (const part of expression.of) {
    const value = evaluatePart(part, context)
    if (value === undefined) return undefined
    values.push(value)
  }
  // The casts are safe: lenient operations are handled above, and the compiler has checked the kinds of all operands.
  const operation: StrictOperation = STRICT_OPERATIONS[expression.op as keyof typeof STRICT_OPERATIONS]
  return operation(values as never[], expression.op === 'text' ? expression.of[0]!.kind : expression.kind)
}

function evaluateLeaf(leaf: Leaf, context: RuleContext): Value | undefined {
  switch (leaf.op) {
    case 'value':
      return readStoredValue(leaf.kind, leaf.value)
    case 'none':
      return readStoredValue(leaf.kind, undefined)
    case 'field':
      return readStoredValue(leaf.kind, valueAt(context.record, leaf.name))
    case 'referenced':
      return readStoredValue(leaf.kind, valueAt(context.referenced?.[leaf.from] ?? {}, leaf.name))
    case 'user':
      return userValue(leaf, context)
    case 'level':
      return decimalOf(context.levels[leaf.name])
    case 'action':
      return context.action
    case 'now':
      return context.now ?? currentTime()
    case 'today':
      return dayInKorea(context.now ?? currentTime())
  }
}

/** The value of a property of the user. An unknown id has no value: as `0` it would match records without a user. */
function userValue(
  { kind, name }: Leaf & { op: 'user' },
  { level, user = {} }: RuleContext,
): Value | undefined {
  if (name === 'level') return decimalOf(level)
  return kind === 'reference' && user[name] === undefined ? undefined : readStoredValue(kind, user[name])
}

/** Operations that can have a value although an operand has none. */
const LENIENT_OPERATIONS: Readonly<
  Record<LenientOperationName, (applied: Applied, context: RuleContext) => Value | undefined>
> = {
  and: ({ of }, context) => {
    const hasFalse = anyMatches(of, context, value => value === false)
    return hasFalse === undefined ? undefined : !hasFalse
  },
  or: ({ of }, context) => anyMatches(of, context, value => value === true),
  not: ({ of: [operand] }, context) => {
    const value = evaluatePart(operand!, context)
    return value === undefined ? undefined : !value
  },
  if: ({ of: [condition, then, otherwise] }, context) => {
    const holds = evaluatePart(condition!, context)
    return holds === undefined ? undefined : evaluatePart(holds ? then! : otherwise!, context)
  },
  in: ({ of: [searched, ...items] }, context) => {
    const value = evaluatePart(searched!, context)
    return value === undefined ? undefined : anyMatches(items, context, item => item === value)
  },
  empty: ({ of: [operand] }, context) => isEmptyResult(evaluatePart(operand!, context), operand!),
  ifEmpty: ({ of: [operand, fallback] }, context) => {
    const value = evaluatePart(operand!, context)
    return isEmptyResult(value, operand!) ? evaluatePart(fallback!, context) : value
  },
  asReference: ({ of: [number] }, context) => {
    const value = evaluatePart(number!, context)
    return typeof value === 'bigint' ? decimalText(value) : '0'
  },
}

/** True if the value of a part matches. If none matches: `undefined` if some part has no value, else false. */
function anyMatches(
  parts: readonly Expression[],
  context: RuleContext,
  matches: (value: Value) => boolean,
): boolean | undefined {
  let hasMissingValue = false
  for (const part of parts) {
    const value = evaluatePart(part, context)
    if (value === undefined) hasMissingValue = true
    else if (matches(value)) return true
  }
  return hasMissingValue ? undefined : false
}

function isEmptyResult(value: Value | undefined, { kind }: Expression): boolean {
  if (kind === 'reference') return value === undefined || value === '0'
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
