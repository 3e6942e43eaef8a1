/** Conditions: comparisons with the record as data, or an expression as text; nothing is evaluated as code. */
import Type, { type Static } from 'typebox'
import { LevelFor, Strict } from './text'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const ValueFor = (description: string) =>
  Type.Optional(Type.Unsafe<Static<typeof Value>>({ ...Value, description }))
const NumberFor = (description: string) => Type.Optional(Type.Number({ description }))

const FieldTest = Strict({
  field: Type.String({ description: 'Field to compare' }),
  eq: ValueFor('Equal to this value'),
  ne: ValueFor('Not equal to this value'),
  in: Type.Optional(Type.Array(Value, { description: 'Equal to one of these values' })),
  gt: NumberFor('Greater than this number'),
  lt: NumberFor('Less than this number'),
  empty: Type.Optional(Type.Boolean({ description: 'true: the field is empty, false: it is not' })),
})

/** Such as `"end > start"`. */
export const ExpressionText = (description: string) => Type.String({ minLength: 1, description })

export const Comparison = Type.Union([
  ExpressionText('Expression that is true or false; such as "end > start"'),
  FieldTest,
  Strict({ level: LevelFor('Users of this level and above') }),
  Strict({
    action: Type.Union([Type.Literal('create'), Type.Literal('edit')], {
      description: 'While a record is created, or edited',
    }),
  }),
  Strict({ own: Type.Boolean({ description: 'Of clients: whether it is the account of the user' }) }),
])

export const Condition = Type.Union([
  Comparison,
  Strict({ all: Type.Array(Comparison, { minItems: 1, description: 'All of these are true' }) }),
  Strict({ any: Type.Array(Comparison, { minItems: 1, description: 'At least one of these is true' }) }),
])
export type Condition = Static<typeof Condition>

/** The same shape with its own description. */
export const ConditionFor = (description: string) => Type.Unsafe<Condition>({ ...Condition, description })
