/** What the operations of expressions do. `server/store/records/expressionSql` says the same in SQL. */
import { fitsPattern } from '../validation/patterns'
import type { Decimal } from './decimal'
import * as decimals from './decimal'
import type { ExpressionKind, Operation } from './expression'
import { boundedDuration, boundedMoment, DAY_MS, dayInKorea, dayText, startOfDay } from './moments'
import type { Value } from './values'

/** Computed texts are cut off at this length. */
export const LONGEST_TEXT = 10_000

/** Operations that have no result if an operand has no value. */
export type Plain = (values: readonly never[], kind: ExpressionKind) => Value | undefined

/** Operations that accept a part without a value: see `evaluate`. */
export type Lenient = 'and' | 'or' | 'not' | 'if' | 'in' | 'empty' | 'ifEmpty' | 'asReference'

const decimal =
  (work: (one: Decimal, other: Decimal) => Decimal | undefined): Plain =>
  ([one, other]: readonly Decimal[]) =>
    work(one!, other!)

const ordered =
  (holds: (one: Decimal | number, other: Decimal | number) => boolean): Plain =>
  ([one, other]: readonly (Decimal | number)[]) =>
    holds(one!, other!)

const texts =
  (work: (text: string, other: string) => Value | undefined): Plain =>
  ([text, other]: readonly string[]) =>
    work(text!, other!)

const lasting =
  (unit: number): Plain =>
  ([count]: readonly Decimal[]) =>
    boundedDuration(Number(decimals.milliseconds(count!, unit)))

const letters = (text: string): number => (text.length > 0 ? [...text].length : 0)

export const PLAIN_OPERATIONS: Readonly<Record<Exclude<Operation, Lenient>, Plain>> = {
  eq: ([one, other]) => one === other,
  ne: ([one, other]) => one !== other,
  lt: ordered((one, other) => one < other),
  le: ordered((one, other) => one <= other),
  gt: ordered((one, other) => one > other),
  ge: ordered((one, other) => one >= other),
  inList: ([one, list]: readonly unknown[]) =>
    (list as unknown[]).some(item => (typeof item === 'number' ? decimals.decimalOf(item) : item) === one),

  plus: decimal(decimals.plus),
  minus: decimal(decimals.minus),
  times: decimal(decimals.times),
  divide: decimal(decimals.divide),
  remainder: decimal(decimals.remainder),
  negate: ([one]: readonly Decimal[]) => -one!,
  round: ([one, places]: readonly Decimal[]) => decimals.round(one!, decimals.decimalNumber(places!)),
  floor: ([one]: readonly Decimal[]) => decimals.floor(one!),
  ceil: ([one]: readonly Decimal[]) => decimals.ceil(one!),
  abs: ([one]: readonly Decimal[]) => (one! < 0n ? -one! : one),
  min: (all: readonly Decimal[]) => decimals.least(all),
  max: (all: readonly Decimal[]) => decimals.greatest(all),

  concat: texts((text, other) => cut(text + other)),
  size: ([text]: readonly string[]) => decimals.whole(letters(text!)),
  startsWith: texts((text, other) => text.startsWith(other)),
  endsWith: texts((text, other) => text.endsWith(other)),
  contains: texts((text, other) => text.includes(other)),
  matches: texts(fitsPattern),
  text: ([one]: readonly Value[], kind) =>
    kind === 'date' ? dayText(one as number) : typeof one === 'bigint' ? decimals.decimalText(one) : one,
  count: ([list]: readonly unknown[][]) => decimals.whole(list!.length),

  shift: ([at, length]: readonly number[], kind) => moved(kind, at! + length!),
  back: ([at, length]: readonly number[], kind) => moved(kind, at! - length!),
  since: ([at, other]: readonly number[]) => boundedDuration(at! - other!),
  days: lasting(DAY_MS),
  hours: lasting(3_600_000),
  minutes: lasting(60_000),
  daysBetween: ([from, to]: readonly number[]) =>
    decimals.divide(decimals.whole(to! - from!), decimals.whole(DAY_MS)),
  day: ([at]: readonly number[]) => boundedMoment(dayInKorea(at!)),
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : [...text].slice(0, LONGEST_TEXT).join('')
}

/** A day stays a day: fractions of a day are dropped. */
function moved(kind: ExpressionKind, at: number): number | undefined {
  if (kind === 'duration') return boundedDuration(at)
  return boundedMoment(kind === 'date' ? startOfDay(at) : at)
}
