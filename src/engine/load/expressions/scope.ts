/** The names that an expression may use, and its compiled parts. */
import type { LevelName } from '../../../domain/authority'
import type { Expression, ExpressionKind, UserName } from '../../expressions/expression'
import type { FieldOptions } from '../../kinds/kind'
import type { FieldType } from '../../shapes/resource'

/** The properties of a field that expressions need. */
export interface ScopeField {
  type: FieldType
  /** `undefined` if expressions cannot use the field, such as passwords and pictures. */
  kind: ExpressionKind | undefined
  /** The options that limit the values of the field, such as its choices. */
  options: FieldOptions
}

export interface ExpressionScope {
  /** By name; dots reach into objects. */
  fields: ReadonlyMap<string, ScopeField>
  userNames: readonly UserName[]
  levelOf: (name: string) => LevelName | undefined
  /** Whether `action` may be used. */
  hasAction: boolean
  /** True if the expression is converted to SQL, which does not support `matches`. */
  isSql?: boolean
  /** The fields of the record that a field refers to; `undefined` if the field is not a reference. */
  referenced?: (reference: string) => ReadonlyMap<string, ScopeField> | undefined
}

/** A compiled part with its position in the text. */
export interface CompiledPart {
  expression: Expression
  /** From 1. */
  position: number
  /** The field, if the part is one. */
  field?: ScopeField & { name: string }
}
