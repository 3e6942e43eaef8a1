/** Parts of a resource's file: the choices of a field, and rules over several fields. */
import Type from 'typebox'
import { CHOICE_SOURCES } from '../registry'
import { ExpressionText } from './condition'
import { Few, Strict, Text, TextFor } from './text'

const Choice = Strict({ value: Type.Union([Type.String(), Type.Number()]), label: Text })

export const Choices = Type.Union([
  Type.Array(Choice, { minItems: 1 }),
  Strict({ from: Few(CHOICE_SOURCES) }, 'Choices that are not written out, such as {"from": "levels"}'),
])

/** A rule over several fields. */
export const Check = Strict({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,62}$', description: 'By which the rule is told apart' }),
  check: ExpressionText('What must hold of every record, such as "empty(end) || end > start"'),
  message: TextFor('What is said where it does not hold'),
  at: Type.Optional(Type.String({ description: 'The field at which it is said; above the form without it' })),
})
