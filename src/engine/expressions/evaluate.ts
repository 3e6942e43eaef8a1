/** The value of a compiled expression for one record. */

import type { Levels } from '../../domain/authority'
import { valueAt } from '../recordValue'
import { decimalOf, decimalText } from './decimal'
import { type Applied, type Expression, isApplied, type Leaf, type UserName } from './expression'
import { dayInKorea } from './moments'
import { type Lenient, PLAIN_OPERATIONS, type Plain } from './operations'
import { readStoredValue, type Value, writeValue } from './values'

/** The context in which conditions and expressions are evaluated; parameters of this type are called `context`. */
export interface RuleContext {
  record: Readonly<Record<string, unknown>>
  /** The number of the user's level. */
  level: number
  levels: Levels
  action: 'create' | 'edit'
  /** The record is the user's own account. */
  own?: boolean
  /** The signed-in user. The browser knows id and vendor only if the token contains them. */
  user?: Partial<Readonly<Record<Exclude<UserName, 'level'>, string | number>>>
  /** In milliseconds since 1970; the clock's when absent. */
  now?: number
  /** The referenced records, by the name of the reference field. */
  referenced?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/**
 * The value as records keep it; `undefined` where it cannot be worked out, as with a number that is missing or a
 * division by zero. Never throws.
 */
export function evaluate(expression: Expression, context: RuleContext): unknown {
  return writeValue(expression.kind, valueIn(expression, context))
}

/** Whether a condition holds; one that cannot be evaluated does not. */
export const isTrue = (condition: Expression, context: RuleContext): boolean =>
  valueIn(condition, context) === true

function valueIn(expression: Expression, context: RuleContext): Value | undefined {
  if (!isApplied(expression)) return leafValue(expression, context)
  if (Object.hasOwn(LENIENT, expression.op)) return LENIENT[expression.op as Lenient](expression, context)
  const values: Value[] = []
  for (const part of expression.of) {
    const value = valueIn(part, context)
    if (value === undefined) return undefined
    values.push(value)
  }
  const plain: Plain = PLAIN_OPERATIONS[expression.op as keyof typeof PLAIN_OPERATIONS]
  return plain(values as never[], expression.op === 'text' ? expression.of[0]!.kind : expression.kind)
}

function leafValue(leaf: Leaf, context: RuleContext): Value | undefined {
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
      return context.now ?? Date.now()
    case 'today':
      return dayInKorea(context.now ?? Date.now())
  }
}

/** An unknown user id has no value, so that no record matches it by mistake. */
function userValue(
  { kind, name }: Leaf & { op: 'user' },
  { level, user = {} }: RuleContext,
): Value | undefined {
  if (name === 'level') return decimalOf(level)
  return kind === 'reference' && user[name] === undefined ? undefined : readStoredValue(kind, user[name])
}

const LENIENT: Readonly<Record<Lenient, (applied: Applied, context: RuleContext) => Value | undefined>> = {
  and: ({ of }, context) => {
    const isBroken = anyOf(of, context, value => value === false)
    return isBroken === undefined ? undefined : !isBroken
  },
  or: ({ of }, context) => anyOf(of, context, value => value === true),
  not: ({ of: [one] }, context) => {
    const value = valueIn(one!, context)
    return value === undefined ? undefined : !value
  },
  if: ({ of: [condition, then, otherwise] }, context) => {
    const holds = valueIn(condition!, context)
    return holds === undefined ? undefined : valueIn(holds ? then! : otherwise!, context)
  },
  in: ({ of: [one, ...others] }, context) => {
    const value = valueIn(one!, context)
    return value === undefined ? undefined : anyOf(others, context, other => other === value)
  },
  empty: ({ of: [one] }, context) => isNothing(valueIn(one!, context), one!),
  ifEmpty: ({ of: [one, other] }, context) => {
    const value = valueIn(one!, context)
    return isNothing(value, one!) ? valueIn(other!, context) : value
  },
  asReference: ({ of: [one] }, context) => {
    const value = valueIn(one!, context)
    return typeof value === 'bigint' ? decimalText(value) : '0'
  },
}

/** True if one part is true; otherwise undefined if a part has no value; otherwise false. */
function anyOf(
  parts: readonly Expression[],
  context: RuleContext,
  isFound: (value: Value) => boolean,
): boolean | undefined {
  let isOpen = false
  for (const part of parts) {
    const value = valueIn(part, context)
    if (value === undefined) isOpen = true
    else if (isFound(value)) return true
  }
  return isOpen ? undefined : false
}

function isNothing(value: Value | undefined, { kind }: Expression): boolean {
  if (kind === 'reference') return value === undefined || value === '0'
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
