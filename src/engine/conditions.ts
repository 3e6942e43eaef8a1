/** Evaluates conditions of config. They are data: no text is run as code. */
import type { CompiledCondition, CompiledField, CompiledTest } from './compiled'
import { isTrue, type RuleContext } from './expressions/evaluate'
import { fieldsRead } from './expressions/expression'
import { isEmpty, valueAt } from './recordValue'

export type { RuleContext } from './expressions/evaluate'

/** True when the condition holds; a missing condition always does. */
export function holds(condition: CompiledCondition | undefined, context: RuleContext): boolean {
  if (!condition) return true
  if ('all' in condition) return condition.all.every(test => passes(test, context))
  if ('any' in condition) return condition.any.some(test => passes(test, context))
  return passes(condition, context)
}

/** The comparisons of a condition. */
export function testsIn(condition: CompiledCondition | undefined): CompiledTest[] {
  if (!condition) return []
  if ('all' in condition) return condition.all
  return 'any' in condition ? condition.any : [condition]
}

/** The fields that a condition reads. */
export const fieldsIn = (condition: CompiledCondition | undefined): string[] =>
  testsIn(condition).flatMap(test => {
    if ('field' in test) return [test.field]
    return 'expression' in test ? fieldsRead(test.expression) : []
  })

/** The fields that a field's conditions, computed value and default depend on. */
export const dependenciesOf = ({
  visible,
  readOnly,
  required,
  computed,
  defaultExpression,
}: CompiledField): string[] => [
  ...[visible, readOnly, required?.when].flatMap(fieldsIn),
  ...(computed ? fieldsRead(computed) : []),
  ...(defaultExpression ? fieldsRead(defaultExpression) : []),
]

function passes(test: CompiledTest, context: RuleContext): boolean {
  if ('expression' in test) return isTrue(test.expression, context)
  if ('level' in test) return context.level >= context.levels[test.level]
  if ('action' in test) return context.action === test.action
  if ('own' in test) return (context.own ?? false) === test.own
  const value = valueAt(context.record, test.field)
  if (test.empty !== undefined && isEmpty(value) !== test.empty) return false
  if (test.eq !== undefined && value !== test.eq) return false
  if (test.ne !== undefined && value === test.ne) return false
  if (test.in !== undefined && !test.in.some(allowed => allowed === value)) return false
  if (test.gt !== undefined && !(Number(value) > test.gt)) return false
  return test.lt === undefined || Number(value) < test.lt
}
