/** What an expression may name at its place, and what was found wrong. */
import type { LevelName } from '../../../domain/authority'
import type { Expression, ExpressionKind, UserName } from '../../expressions/expression'
import type { FieldOptions } from '../../kinds/kind'
import type { FieldType } from '../../shapes/resource'

/** A field as an expression sees it. */
export interface ScopeField {
  type: FieldType
  /** None for what expressions cannot look at, such as passwords and pictures. */
  kind: ExpressionKind | undefined
  /** Which values are possible. */
  options: FieldOptions
}

export interface ExpressionScope {
  /** By name; dots reach into objects. */
  fields: ReadonlyMap<string, ScopeField>
  users: readonly UserName[]
  levelOf: (name: string) => LevelName | undefined
  /** Whether there is a difference between creating and editing. */
  hasAction: boolean
  /** It becomes SQL, which knows no patterns of RE2. */
  isSql?: boolean
  /** The fields of the record that a reference leads to. */
  referenced?: (reference: string) => ReadonlyMap<string, ScopeField> | undefined
}

/** A part that is compiled, with where it stands in the text. */
export interface Typed {
  expression: Expression
  /** From 1. */
  at: number
  /** The field that it is. */
  field?: ScopeField & { name: string }
}
