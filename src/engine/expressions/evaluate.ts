/** The value of a compiled expression for one record. */

import type { Levels } from '../../domain/authority'
import { valueAt } from '../recordValue'
import { decimalOf, decimalText } from './decimal'
import { type Applied, type Expression, isApplied, type Leaf, type UserName } from './expression'
import { dayInKorea } from './moments'
import { type Lenient, PLAIN_OPERATIONS, type Plain } from './operations'
import { readStoredValue, type Value, writeValue } from './values'

/** The context in which conditions and expressions are evaluated; parameters of this type are called `about`. */
export interface Circumstance {
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
export function evaluate(expression: Expression, about: Circumstance): unknown {
  return writeValue(expression.kind, valueIn(expression, about))
}

/** Whether a condition holds; one that cannot be evaluated does not. */
export const isTrue = (condition: Expression, about: Circumstance): boolean =>
  valueIn(condition, about) === true

function valueIn(expression: Expression, about: Circumstance): Value | undefined {
  if (!isApplied(expression)) return leafValue(expression, about)
  if (Object.hasOwn(LENIENT, expression.op)) return LENIENT[expression.op as Lenient](expression, about)
  const values: Value[] = []
  for (const part of expression.of) {
    const value = valueIn(part, about)
    if (value === undefined) return undefined
    values.push(value)
  }
  const plain: Plain = PLAIN_OPERATIONS[expression.op as keyof typeof PLAIN_OPERATIONS]
  return plain(values as never[], expression.op === 'text' ? expression.of[0]!.kind : expression.kind)
}

function leafValue(leaf: Leaf, about: Circumstance): Value | undefined {
  switch (leaf.op) {
    case 'value':
      return readStoredValue(leaf.kind, leaf.value)
    case 'none':
      return readStoredValue(leaf.kind, undefined)
    case 'field':
      return readStoredValue(leaf.kind, valueAt(about.record, leaf.name))
    case 'referenced':
      return readStoredValue(leaf.kind, valueAt(about.referenced?.[leaf.from] ?? {}, leaf.name))
    case 'user':
      return userValue(leaf, about)
    case 'level':
      return decimalOf(about.levels[leaf.name])
    case 'action':
      return about.action
    case 'now':
      return about.now ?? Date.now()
    case 'today':
      return dayInKorea(about.now ?? Date.now())
  }
}

/** An unknown user id has no value, so that no record matches it by mistake. */
function userValue(
  { kind, name }: Leaf & { op: 'user' },
  { level, user = {} }: Circumstance,
): Value | undefined {
  if (name === 'level') return decimalOf(level)
  return kind === 'reference' && user[name] === undefined ? undefined : readStoredValue(kind, user[name])
}

const LENIENT: Readonly<Record<Lenient, (applied: Applied, about: Circumstance) => Value | undefined>> = {
  and: ({ of }, about) => {
    const isBroken = anyOf(of, about, value => value === false)
    return isBroken === undefined ? undefined : !isBroken
  },
  or: ({ of }, about) => anyOf(of, about, value => value === true),
  not: ({ of: [one] }, about) => {
    const value = valueIn(one!, about)
    return value === undefined ? undefined : !value
  },
  if: ({ of: [condition, then, otherwise] }, about) => {
    const holds = valueIn(condition!, about)
    return holds === undefined ? undefined : valueIn(holds ? then! : otherwise!, about)
  },
  in: ({ of: [one, ...others] }, about) => {
    const value = valueIn(one!, about)
    return value === undefined ? undefined : anyOf(others, about, other => other === value)
  },
  empty: ({ of: [one] }, about) => isNothing(valueIn(one!, about), one!),
  ifEmpty: ({ of: [one, other] }, about) => {
    const value = valueIn(one!, about)
    return isNothing(value, one!) ? valueIn(other!, about) : value
  },
  asReference: ({ of: [one] }, about) => {
    const value = valueIn(one!, about)
    return typeof value === 'bigint' ? decimalText(value) : '0'
  },
}

/** True if one part is true; otherwise undefined if a part has no value; otherwise false. */
function anyOf(
  parts: readonly Expression[],
  about: Circumstance,
  isFound: (value: Value) => boolean,
): boolean | undefined {
  let isOpen = false
  for (const part of parts) {
    const value = valueIn(part, about)
    if (value === undefined) isOpen = true
    else if (isFound(value)) return true
  }
  return isOpen ? undefined : false
}

function isNothing(value: Value | undefined, { kind }: Expression): boolean {
  if (kind === 'reference') return value === undefined || value === '0'
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
