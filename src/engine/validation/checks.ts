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

/** True for the key of a problem that belongs to the whole record rather than to a field. */
export const isOfRecord = (name: string): boolean => name.startsWith(PREFIX)

/** True for the key of a problem that this rule reported. */
export const isRuleOf = ({ name }: CompiledCheck, problem: string): boolean => problem === `${PREFIX}${name}`

/** The resource without rules over fields that this user may not read; the server checks those. */
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
 * Checks the rules of a resource. A rule is skipped if one of its fields already has a problem, and in an edit that
 * changes none of its fields. A rule that cannot be evaluated counts as broken.
 *
 * @param problems by field; the problems of rules are added in place
 */
export function checkRules(
  { checks = [], fields }: CompiledResource,
  { before, after }: { before: RuleContext | undefined; after: RuleContext },
  problems: Record<string, FieldProblem>,
): void {
  const fieldsWithProblems = new Set(Object.keys(problems))
  for (const rule of checks) {
    const names = fieldsRead(rule.check)
    if (names.some(name => fieldsWithProblems.has(name)) || !isTouched(names, before, after)) continue
    const holds = evaluate(rule.check, after)
    if (holds === true) continue
    const { at } = rule
    const isShownAtField = at !== undefined && fields[at] && isWritable(fields[at], after)
    const key = isShownAtField ? at : `${PREFIX}${rule.name}`
    problems[key] ??= problemOf(rule, holds)
  }
}

function problemOf({ name, message }: CompiledCheck, holds: unknown): FieldProblem {
  return holds === false
    ? { code: 'field.check', params: { name }, message }
    : { code: 'field.checkOpen', params: { name } }
}

/** True if the save changes a field of the rule, so that an edit is not refused for unrelated stored values. */
function isTouched(names: readonly string[], before: RuleContext | undefined, after: RuleContext): boolean {
  if (after.action === 'create' || names.length === 0) return true
  if (!before) return false
  const text = ({ record }: RuleContext, name: string) => JSON.stringify(valueAt(record, name))
  return names.some(name => text(before, name) !== text(after, name))
}
