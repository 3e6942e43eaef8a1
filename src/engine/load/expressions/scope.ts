/** The names that an expression may use at its place, and its problem. */
import type { LevelName } from '../../../domain/authority'
import type { Expression, ExpressionKind, UserName } from '../../expressions/expression'
import type { FieldOptions } from '../../kinds/kind'
import type { FieldType } from '../../shapes/resource'

/** A field as an expression sees it. */
export interface ScopeField {
  type: FieldType
  /** `undefined` if expressions cannot use the field, such as passwords and pictures. */
  kind: ExpressionKind | undefined
  /** The possible values. */
  options: FieldOptions
}

export interface ExpressionScope {
  /** By name; dots reach into objects. */
  fields: ReadonlyMap<string, ScopeField>
  users: readonly UserName[]
  levelOf: (name: string) => LevelName | undefined
  /** Whether `action` is known. */
  hasAction: boolean
  /** Whether it becomes SQL, which has no RE2 patterns. */
  isSql?: boolean
  /** The fields of the record that a reference leads to. */
  referenced?: (reference: string) => ReadonlyMap<string, ScopeField> | undefined
}

/** A compiled part with its position in the text. */
export interface Typed {
  expression: Expression
  /** From 1. */
  at: number
  /** The field, if the part is one. */
  field?: ScopeField & { name: string }
}
