/** Rules of config over several fields of a record. */
import { hasLevel } from '../../domain/authority'
import type { CompiledCheck, CompiledResource } from '../compiled'
import type { RuleContext } from '../conditions'
import { evaluate } from '../expressions/evaluate'
import { fieldsRead } from '../expressions/expression'
import { valueAt } from '../recordValue'
import type { FieldProblem } from './valueProblem'
import { isWritable } from './writableRecord'

const PREFIX = 'checks.'

/** Whether a problem is of the record as a whole, rather than of one of its fields. */
export const isOfRecord = (name: string): boolean => name.startsWith(PREFIX)

/** Whether a problem is of this rule. */
export const isRuleOf = ({ name }: CompiledCheck, problem: string): boolean => problem === `${PREFIX}${name}`

/** The resource with only those rules whose fields this user may all read. The server checks the others. */
export const withKnownChecks = (
  resource: CompiledResource,
  { level, levels }: Pick<RuleContext, 'level' | 'levels'>,
): CompiledResource => ({
  ...resource,
  checks: (resource.checks ?? []).filter(({ check }) =>
    fieldsRead(check).every(name => hasLevel(level, resource.fields[name]?.read ?? 'none', levels)),
  ),
})

/**
 * Checks the rules of a resource and adds their problems to those of its fields. A rule is skipped if one of its fields
 * has a problem already, and in an edit that changes none of the fields at which it looks. A rule that cannot be
 * evaluated refuses the record.
 *
 * @param problems by field; those of rules are added
 */
export function checkRules(
  { checks = [], fields }: CompiledResource,
  { before, after }: { before: RuleContext | undefined; after: RuleContext },
  problems: Record<string, FieldProblem>,
): void {
  const ofFields = new Set(Object.keys(problems))
  for (const one of checks) {
    const names = fieldsRead(one.check)
    if (names.some(name => ofFields.has(name)) || !isTouched(names, before, after)) continue
    const holds = evaluate(one.check, after)
    if (holds === true) continue
    const { at } = one
    const isShownAtField = at !== undefined && fields[at] && isWritable(fields[at], after)
    const key = isShownAtField ? at : `${PREFIX}${one.name}`
    problems[key] ??= problemOf(one, holds)
  }
}

function problemOf({ name, message }: CompiledCheck, holds: unknown): FieldProblem {
  return holds === false
    ? { code: 'field.check', params: { name }, message }
    : { code: 'field.checkOpen', params: { name } }
}

/**
 * An edit that changes none of a rule's fields is not refused for what was stored before. A rule that looks at no field
 * is of every save.
 */
function isTouched(names: readonly string[], before: RuleContext | undefined, after: RuleContext): boolean {
  if (after.action === 'create' || names.length === 0) return true
  if (!before) return false
  const text = ({ record }: RuleContext, name: string) => JSON.stringify(valueAt(record, name))
  return names.some(name => text(before, name) !== text(after, name))
}
