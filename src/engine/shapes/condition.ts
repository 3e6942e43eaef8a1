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

const Test = Type.Union([
  ExpressionText('An expression that is yes or no, such as "end > start"'),
  FieldTest,
  Strict({ level: LevelRef }, 'True from this level up'),
  Strict({ action: Type.Union([Type.Literal('create'), Type.Literal('edit')]) }),
  Strict({ own: Type.Boolean() }, 'Of clients: whether it is the account of who looks at it'),
])

export const Condition = Type.Union([
  Test,
  Strict({ all: Type.Array(Test, { minItems: 1 }) }),
  Strict({ any: Type.Array(Test, { minItems: 1 }) }),
])
export type Condition = Static<typeof Condition>
