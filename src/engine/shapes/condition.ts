/** Conditions: comparisons with the record as data, or an expression as text; nothing is evaluated as code. */
import Type, { type Static } from 'typebox'
import { LevelRef, Strict } from './text'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const FieldTest = Strict({
  field: Type.String(),
  eq: Type.Optional(Value),
  ne: Type.Optional(Value),
  in: Type.Optional(Type.Array(Value)),
  gt: Type.Optional(Type.Number()),
  lt: Type.Optional(Type.Number()),
  empty: Type.Optional(Type.Boolean()),
})

/** Such as `"end > start"`. */
export const ExpressionText = (description: string) => Type.String({ minLength: 1, description })

export const Comparison = Type.Union([
  ExpressionText('An expression that is yes or no, such as "end > start"'),
  FieldTest,
  Strict({ level: LevelRef }, 'True from this level up'),
  Strict({ action: Type.Union([Type.Literal('create'), Type.Literal('edit')]) }),
  Strict({ own: Type.Boolean() }, 'Of clients: whether it is the account of who looks at it'),
])

export const Condition = Type.Union([
  Comparison,
  Strict({ all: Type.Array(Comparison, { minItems: 1 }) }),
  Strict({ any: Type.Array(Comparison, { minItems: 1 }) }),
])
export type Condition = Static<typeof Condition>

/** The same shape with a meaning of its own, for editors and the reference. */
export const ConditionFor = (description: string) => Type.Unsafe<Condition>({ ...Condition, description })

/** What the keys of conditions mean, for the reference (`config/REFERENCE.md`). */
export const CONDITION_KEYS: Readonly<Record<string, string>> = {
  field: 'The field of the record whose value is compared',
  eq: 'True where the field has exactly this value',
  ne: 'True where the field has another value',
  in: 'True where the field has one of these values',
  gt: 'True where the field is greater than this number',
  lt: 'True where the field is less than this number',
  empty: 'true: true where the field is empty; false: where it is not',
  level: 'True for users of this level and above',
  action: 'create: while the record is made; edit: while it is changed',
  own: 'Of clients: whether it is the account of who looks at it',
  all: 'True where every one of these comparisons is',
  any: 'True where at least one of these comparisons is',
}
