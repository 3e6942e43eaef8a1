/** Rules over several fields, as a resource's file has them. */
import Type from 'typebox'
import { ExpressionText } from './condition'
import { Strict, TextFor } from './text'

export const Check = Strict({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,62}$', description: 'By which the rule is told apart' }),
  check: ExpressionText('What must hold of every record, such as "empty(end) || end > start"'),
  message: TextFor('What is said where it does not hold'),
  at: Type.Optional(Type.String({ description: 'The field at which it is said; above the form without it' })),
})
