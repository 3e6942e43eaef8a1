/**
 * An expression of config as it is compiled: a small typed tree of plain JSON. It is evaluated in the browser and on
 * the server (`evaluate`) and written as SQL (`server/store/records/expressionSql`), with the same result; nothing here
 * runs text as code.
 */
import type { LevelName } from '../../domain/authority'

/**
 * What a part of an expression is. A reference is the id of a record as text, `0` for none; a duration is never stored.
 */
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

/** Known properties of the signed-in user, besides the level. */
export const USER_NAMES = ['id', 'vendor', 'name', 'email', 'level'] as const
export type UserName = (typeof USER_NAMES)[number]

/** Operations on the values of their operands, in the order of `of`. */
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
  | 'size'
  | 'startsWith'
  | 'endsWith'
  | 'contains'
  | 'matches'
  | 'text'
  | 'count'
  | 'empty'
  | 'ifEmpty'
  | 'asReference'
  | 'shift'
  | 'back'
  | 'since'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'daysBetween'
  | 'day'

interface Of {
  kind: ExpressionKind
}

export interface Applied extends Of {
  op: Operation
  of: Expression[]
}

export type Leaf = Of &
  (
    | { op: 'value'; value: string | number | boolean }
    /** No value: `null`. */
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

/** All parts of an expression, itself first. */
export function partsOf(expression: Expression): Expression[] {
  return isApplied(expression) ? [expression, ...expression.of.flatMap(partsOf)] : [expression]
}

/** The fields that an expression uses, each once; for a field of a referenced record, the reference. */
export function fieldsRead(expression: Expression): string[] {
  const names = partsOf(expression).flatMap(part =>
    part.op === 'field' ? [part.name] : part.op === 'referenced' ? [part.from] : [],
  )
  return [...new Set(names)]
}

/** Whether its value can change without a change of the record: with the time or the user. */
export const isMoving = (expression: Expression): boolean =>
  partsOf(expression).some(({ op }) => ['now', 'today', 'user', 'action', 'referenced'].includes(op))
