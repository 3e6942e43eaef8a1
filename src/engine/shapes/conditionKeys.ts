/** What the keys of conditions mean, for the reference (`config/REFERENCE.md`), and conditions with a meaning of their own. */
import Type from 'typebox'
import { Condition } from './condition'

/** The same shape with a meaning of its own, for editors and the reference. */
export const ConditionFor = (description: string) => Type.Unsafe<Condition>({ ...Condition, description })

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
