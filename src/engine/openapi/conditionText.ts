/** Writes conditions of config as expressions, for the descriptions of the OpenAPI document. */
import type { CompiledCondition, CompiledTest } from '../compiled'
import { testsIn } from '../conditions'

export function conditionText(condition: CompiledCondition): string {
  return testsIn(condition)
    .map(testText)
    .join('any' in condition ? ' || ' : ' && ')
}

function testText(test: CompiledTest): string {
  if ('expression' in test) return test.written ?? 'a rule holds'
  if ('level' in test) return `user.level >= level.${test.level}`
  if ('action' in test) return `action == ${inQuotes(test.action)}`
  if ('own' in test)
    return test.own ? "the account is the caller's own" : "the account is not the caller's own"
  const { field, empty, eq, ne, gt, lt } = test
  const parts = [
    empty === undefined ? '' : `${empty ? '' : '!'}empty(${field})`,
    eq === undefined ? '' : `${field} == ${inQuotes(eq)}`,
    ne === undefined ? '' : `${field} != ${inQuotes(ne)}`,
    test.in ? `${field} in [${test.in.map(inQuotes).join(', ')}]` : '',
    gt === undefined ? '' : `${field} > ${gt}`,
    lt === undefined ? '' : `${field} < ${lt}`,
  ]
  return parts.filter(part => part !== '').join(' && ')
}

const inQuotes = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
