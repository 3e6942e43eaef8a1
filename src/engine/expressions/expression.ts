/**
 * A compiled expression of config: a typed tree of plain JSON. `evaluate` (browser and server) and the SQL of
 * `server/store/records/expressionSql` give the same result. No text is run as code.
 */
import type { LevelName } from '../../domain/authority'

/** The type of a value. A reference is the id of a record as text, or `0`; durations cannot be stored. */
export type ExpressionKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'duration'
  | 'list'
  | 'reference'
  | 'references'

/** The properties of the signed-in user that expressions can use. */
export const USER_NAMES = ['id', 'vendor', 'name', 'email', 'level'] as const
export type UserName = (typeof USER_NAMES)[number]

/** Names of operations; `of` has their operands. */
export type Operation =
  | 'and'
  | 'or'
  | 'not'
  | 'if'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'in'
  /** Whether a list field contains a value. */
  | 'inList'
  | 'plus'
  | 'minus'
  | 'times'
  | 'divide'
  | 'remainder'
  | 'negate'
  | 'round'
  | 'floor'
  | 'ceil'
  | 'abs'
  | 'min'
  | 'max'
  | 'concat'
  /** The number of characters of a text. */
  | 'size'
  | 'startsWith'
  | 'endsWith'
  | 'contains'
  | 'matches'
  | 'text'
  /** The number of items of a list. */
  | 'count'
  | 'empty'
  | 'ifEmpty'
  | 'asReference'
  /** A time, day or duration plus a duration. */
  | 'shift'
  /** A time, day or duration minus a duration. */
  | 'back'
  /** The duration between two times or days. */
  | 'since'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'daysBetween'
  /** The day of a time in Korea. */
  | 'day'

interface WithKind {
  kind: ExpressionKind
}

export interface Applied extends WithKind {
  op: Operation
  of: Expression[]
}

export type Leaf = WithKind &
  (
    | { op: 'value'; value: string | number | boolean }
    /** `null`. */
    | { op: 'none' }
    | { op: 'field'; name: string }
    /** A field of the record that the reference `from` leads to. */
    | { op: 'referenced'; from: string; name: string }
    | { op: 'user'; name: UserName }
    /** The number of a level. */
    | { op: 'level'; name: LevelName }
    | { op: 'action' }
    | { op: 'now' }
    | { op: 'today' }
  )

export type Expression = Applied | Leaf

export const isApplied = (expression: Expression): expression is Applied => 'of' in expression

/** The expression and all its parts. */
export function partsOf(expression: Expression): Expression[] {
  return isApplied(expression) ? [expression, ...expression.of.flatMap(partsOf)] : [expression]
}

/** The fields of the record that an expression uses, each once; the reference for a field of a referenced record. */
export function fieldsRead(expression: Expression): string[] {
  const names = partsOf(expression).flatMap(part => {
    if (part.op === 'field') return [part.name]
    return part.op === 'referenced' ? [part.from] : []
  })
  return [...new Set(names)]
}

/** Whether the value can change while the record stays the same: with time, user, action or a referenced record. */
export const isVolatile = (expression: Expression): boolean =>
  partsOf(expression).some(({ op }) => ['now', 'today', 'user', 'action', 'referenced'].includes(op))
