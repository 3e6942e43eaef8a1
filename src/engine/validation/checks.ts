/** Validates records against the rules over several fields (`checks` of config). */
import { hasLevel } from '../../domain/authority'
import type { CompiledCheck, CompiledResource } from '../compiled'
import type { RuleContext } from '../conditions'
import { evaluate } from '../expressions/evaluate'
import { fieldsRead } from '../expressions/expression'
import { isSameValue, valueAt } from '../recordValue'
import type { FieldProblem } from './valueProblem'
import { isWritable } from './writableRecord'

/** Begins the keys of problems that belong to the whole record: `checks.{name of the rule}`. */
const PREFIX = 'checks.'

/** True if a problem with this key belongs to the whole record rather than to a field. */
export const isRecordProblem = (name: string): boolean => name.startsWith(PREFIX)

/** True if this rule has reported the problem with this key. */
export const isReportedBy = ({ name }: CompiledCheck, problem: string): boolean =>
  problem === `${PREFIX}${name}`

/** The resource with only the rules whose fields the user may read; the server checks the other rules too. */
export const withReadableChecks = (
  resource: CompiledResource,
  { level, levels }: Pick<RuleContext, 'level' | 'levels'>,
): CompiledResource => ({
  ...resource,
  checks: (resource.checks ?? []).filter(({ check }) =>
    fieldsRead(check).every(name => hasLevel(level, resource.fields[name]?.read ?? 'none', levels)),
  ),
})

/**
 * Checks the rules of a resource. Skips a rule if one of its fields already has a problem, or if an edit changes none
 * of its fields. A rule that cannot be evaluated counts as violated.
 *
 * @param problems by field; receives the problems of rules
 */
export function checkRules(
  { checks = [], fields }: CompiledResource,
  { before, after }: { before: RuleContext | undefined; after: RuleContext },
  problems: Record<string, FieldProblem>,
): void {
  const fieldsWithProblems = new Set(Object.keys(problems))
  for (const rule of checks) {
    const names = fieldsRead(rule.check)
    if (names.some(name => fieldsWithProblems.has(name)) || !changesAny(names, before, after)) continue
    if (evaluate(rule.check, after) === true) continue
    const { at, name, message } = rule
    const isShownAtField = at !== undefined && fields[at] && isWritable(fields[at], after)
    const key = isShownAtField ? at : `${PREFIX}${name}`
    problems[key] ??= { code: 'field.check', params: { name }, message }
  }
}

/**
 * True if the save changes one of these fields. Only then a rule is checked: an edit must not be refused for stored
 * values that it does not change.
 */
function changesAny(names: readonly string[], before: RuleContext | undefined, after: RuleContext): boolean {
  if (after.action === 'create' || names.length === 0) return true
  if (!before) return false
  return names.some(name => !isSameValue(valueAt(before.record, name), valueAt(after.record, name)))
}
