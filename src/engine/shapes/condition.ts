/** The shape of conditions: comparisons as data, or an expression as text, which is never run as code. */
import Type, { type Static } from 'typebox'
import { LevelFor, StrictObject } from './text'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const ValueFor = (description: string) =>
  Type.Optional(Type.Unsafe<Static<typeof Value>>({ ...Value, description }))
const NumberFor = (description: string) => Type.Optional(Type.Number({ description }))

const FieldTest = StrictObject({
  field: Type.String({ description: 'Field to compare' }),
  eq: ValueFor('Equal to this value'),
  ne: ValueFor('Not equal to this value'),
  in: Type.Optional(Type.Array(Value, { description: 'Equal to one of these values' })),
  gt: NumberFor('Greater than this number'),
  lt: NumberFor('Less than this number'),
  empty: Type.Optional(Type.Boolean({ description: 'true: the field is empty, false: it is not' })),
})

/** The text of an expression, such as `"end > start"`. */
export const ExpressionText = (description: string) => Type.String({ minLength: 1, description })

export const Comparison = Type.Union([
  ExpressionText('Expression that is true or false; such as "end > start"'),
  FieldTest,
  StrictObject({ level: LevelFor('Users of this level and above') }),
  StrictObject({
    action: Type.Union([Type.Literal('create'), Type.Literal('edit')], {
      description: 'While a record is created, or edited',
    }),
  }),
  StrictObject({
    own: Type.Boolean({ description: 'For clients: whether the record is the account of the user' }),
  }),
])

export const Condition = Type.Union([
  Comparison,
  StrictObject({ all: Type.Array(Comparison, { minItems: 1, description: 'All of these are true' }) }),
  StrictObject({
    any: Type.Array(Comparison, { minItems: 1, description: 'At least one of these is true' }),
  }),
])
export type Condition = Static<typeof Condition>

/** A condition with a description for editors. */
export const ConditionFor = (description: string) => Type.Unsafe<Condition>({ ...Condition, description })
