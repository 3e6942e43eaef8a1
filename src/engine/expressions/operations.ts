/** Implements the operations of expressions. `server/store/records/expressionSql` must give the same results in SQL. */
import { fitsPattern } from '../validation/patterns'
import type { Decimal } from './decimal'
import * as decimals from './decimal'
import type { ExpressionKind, Operation } from './expression'
import { boundedDuration, boundedMoment, DAY_MS, dayInKorea, dayText, startOfDay } from './moments'
import type { Value } from './values'

/** Longer computed texts are cut to this number of characters. */
export const MAX_TEXT_LENGTH = 10_000

/** An operation that has no value if one of its operands has none. */
export type StrictOperation = (values: readonly never[], kind: ExpressionKind) => Value | undefined

/** Operations that can have a value although an operand has none; `evaluate` implements them. */
export type LenientOperationName = 'and' | 'or' | 'not' | 'if' | 'in' | 'empty' | 'ifEmpty' | 'asReference'

const decimalOperation =
  (compute: (one: Decimal, other: Decimal) => Decimal | undefined): StrictOperation =>
  ([one, other]: readonly Decimal[]) =>
    compute(one!, other!)

const comparison =
  (holds: (one: Decimal | number, other: Decimal | number) => boolean): StrictOperation =>
  ([one, other]: readonly (Decimal | number)[]) =>
    holds(one!, other!)

const textOperation =
  (compute: (text: string, other: string) => Value | undefined): StrictOperation =>
  ([text, other]: readonly string[]) =>
    compute(text!, other!)

const durationIn =
  (unit: number): StrictOperation =>
  ([count]: readonly Decimal[]) =>
    boundedDuration(Number(decimals.toMilliseconds(count!, unit)))

const characterCount = (text: string): number => (text.length > 0 ? [...text].length : 0)

export const STRICT_OPERATIONS: Readonly<Record<Exclude<Operation, LenientOperationName>, StrictOperation>> =
  {
    eq: ([one, other]) => one === other,
    ne: ([one, other]) => one !== other,
    lt: comparison((one, other) => one < other),
    le: comparison((one, other) => one <= other),
    gt: comparison((one, other) => one > other),
    ge: comparison((one, other) => one >= other),
    inList: ([searched, list]: readonly unknown[]) =>
      (list as unknown[]).some(
        item => (typeof item === 'number' ? decimals.decimalOf(item) : item) === searched,
      ),

    plus: decimalOperation(decimals.plus),
    minus: decimalOperation(decimals.minus),
    times: decimalOperation(decimals.times),
    divide: decimalOperation(decimals.divide),
    remainder: decimalOperation(decimals.remainder),
    negate: ([value]: readonly Decimal[]) => -value!,
    round: ([value, places]: readonly Decimal[]) => decimals.round(value!, decimals.decimalNumber(places!)),
    floor: ([value]: readonly Decimal[]) => decimals.floor(value!),
    ceil: ([value]: readonly Decimal[]) => decimals.ceil(value!),
    abs: ([value]: readonly Decimal[]) => (value! < 0n ? -value! : value),
    min: (all: readonly Decimal[]) => decimals.minimum(all),
    max: (all: readonly Decimal[]) => decimals.maximum(all),

    concat: textOperation((text, other) => truncate(text + other)),
    size: ([text]: readonly string[]) => decimals.fromInteger(characterCount(text!)),
    startsWith: textOperation((text, other) => text.startsWith(other)),
    endsWith: textOperation((text, other) => text.endsWith(other)),
    contains: textOperation((text, other) => text.includes(other)),
    matches: textOperation(fitsPattern),
    text: ([value]: readonly Value[], kind) => {
      if (kind === 'date') return dayText(value as number)
      return typeof value === 'bigint' ? decimals.decimalText(value) : value
    },
    count: ([list]: readonly unknown[][]) => decimals.fromInteger(list!.length),

    shift: ([time, length]: readonly number[], kind) => boundedResult(kind, time! + length!),
    back: ([time, length]: readonly number[], kind) => boundedResult(kind, time! - length!),
    since: ([time, earlier]: readonly number[]) => boundedDuration(time! - earlier!),
    days: durationIn(DAY_MS),
    hours: durationIn(3_600_000),
    minutes: durationIn(60_000),
    daysBetween: ([from, to]: readonly number[]) =>
      decimals.divide(decimals.fromInteger(to! - from!), decimals.fromInteger(DAY_MS)),
    day: ([time]: readonly number[]) => boundedMoment(dayInKorea(time!)),
  }

function truncate(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : [...text].slice(0, MAX_TEXT_LENGTH).join('')
}

/** `undefined` if a shifted time or duration is out of range. A shifted day loses its fraction of a day. */
function boundedResult(kind: ExpressionKind, result: number): number | undefined {
  if (kind === 'duration') return boundedDuration(result)
  return boundedMoment(kind === 'date' ? startOfDay(result) : result)
}
