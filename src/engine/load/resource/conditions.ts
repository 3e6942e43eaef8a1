/** Compiles conditions; reports unknown fields, impossible values, and fields that depend on themselves. */
import { ownValue } from '../../../domain/own'
import type { CompiledCondition, CompiledTest } from '../../compiled'
import { fieldsIn } from '../../conditions'
import { fieldsRead } from '../../expressions/expression'
import { KINDS } from '../../kinds'
import type { Condition } from '../../shapes/condition'
import type { Location } from '../Location'
import { conditionFields, type ResourceCheck, type ResourceContext } from './context'
import { compileExpressionText, type ScopeOptions, scopeOf } from './expressions'

type Test = Exclude<Condition, { all: unknown } | { any: unknown }>
/** A condition as data, not as an expression. */
type DataTest = Exclude<Test, string>

/** The comparisons of a condition, each with its location. */
export function testsWithLocations(
  condition: Condition | undefined,
  loc: Location,
): { test: Test; loc: Location }[] {
  if (!condition) return []
  if (typeof condition === 'string') return [{ test: condition, loc }]
  if ('all' in condition) return condition.all.map((test, index) => ({ test, loc: loc.at('all', index) }))
  if ('any' in condition) return condition.any.map((test, index) => ({ test, loc: loc.at('any', index) }))
  return [{ test: condition, loc }]
}

export function compileCondition(
  condition: Condition | undefined,
  conditionLoc: Location,
  context: ResourceContext,
  options: ScopeOptions = {},
): CompiledCondition | undefined {
  const tests = testsWithLocations(condition, conditionLoc).map(({ test, loc }) =>
    typeof test === 'string'
      ? compileExpressionTest(test, loc, context, options)
      : compileTest(test, loc, context),
  )
  return condition ? conditionFromTests(condition, tests) : undefined
}

/** The compiled form of a condition. @param tests its compiled comparisons, in the order of `testsWithLocations` */
export function conditionFromTests(condition: Condition, tests: CompiledTest[]): CompiledCondition {
  if (typeof condition !== 'string' && 'all' in condition) return { all: tests }
  if (typeof condition !== 'string' && 'any' in condition) return { any: tests }
  return tests[0]!
}

/** Compiles an expression. An invalid one becomes `false`, so that the rest of the file is still checked. */
function compileExpressionTest(
  text: string,
  loc: Location,
  context: ResourceContext,
  options: ScopeOptions,
): CompiledTest {
  const expression = compileExpressionText(text, loc, scopeOf(context, options))
  return { expression: expression ?? { op: 'value', kind: 'boolean', value: false }, written: text }
}

function compileTest(test: DataTest, loc: Location, context: ResourceContext): CompiledTest {
  if ('own' in test && !context.contract?.fields.includes('vendor_paid'))
    loc.at('own').reportKey('clientsOnly', { name: 'own' })
  if ('level' in test) return { level: context.levelOf(test.level) }
  if ('field' in test) {
    loc.at('field').expectKnown(test.field, conditionFields(context))
    if (Object.keys(test).length === 1) loc.report('emptyTest', { name: test.field })
  }
  return test
}

export function checkConditions(check: ResourceCheck): void {
  const { file, root } = check
  for (const [name, { visible, readOnly, required, help }] of Object.entries(file.fields)) {
    const loc = root.at('fields', name)
    const requiredWhen = typeof required === 'object' ? required.when : undefined
    const helpWhen = typeof help === 'object' && 'when' in help ? help.when : undefined
    const tests = [
      ...testsWithLocations(visible, loc.at('visible')),
      ...testsWithLocations(readOnly, loc.at('readOnly')),
      ...testsWithLocations(requiredWhen, loc.at('required', 'when')),
      ...testsWithLocations(helpWhen, loc.at('help', 'when')),
    ]
    for (const { test, loc: testLoc } of tests) checkTest(test, testLoc, check)
  }
  for (const [index, { where }] of (file.list?.filters ?? []).entries())
    for (const { test, loc } of testsWithLocations(where, root.at('list', 'filters', index, 'where'))) {
      // A list has no action and no single record.
      if (typeof test !== 'string') loc.refuseKeys(test, ['action', 'own'], 'notInList')
      checkTest(test, loc, check)
    }
  checkLoops(check)
}

/** Reports a comparison that no record can satisfy. */
export function checkTest(test: Test, loc: Location, { resource }: Pick<ResourceCheck, 'resource'>): void {
  if (typeof test === 'string' || !('field' in test)) return
  const field = ownValue(resource.fields, test.field)
  if (test.in?.length === 0) loc.at('in').report('empty')
  if (!field) return
  // Conditions cannot use rows of children.
  if (field.children) loc.at('field').report('notOfKind', { name: 'field', kind: field.type })
  const { canEqual, isOrdered } = KINDS[field.type]
  const refuse = (value: unknown, ...steps: (string | number)[]) =>
    loc.at(...steps).report('conditionKind', {
      value: JSON.stringify(value),
      name: field.name,
      kind: field.type,
    })
  for (const key of ['eq', 'ne'] as const)
    if (test[key] !== undefined && !canEqual?.(test[key], field)) refuse(test[key], key)
  for (const [index, value] of (test.in ?? []).entries())
    if (!canEqual?.(value, field)) refuse(value, 'in', index)
  for (const key of ['gt', 'lt'] as const) if (test[key] !== undefined && !isOrdered) refuse(test[key], key)
}

/** Reports fields that hide, lock or compute themselves, directly or through other fields. */
function checkLoops({ resource, root }: ResourceCheck): void {
  const { fields } = resource
  const dependenciesOf = (name: string) => {
    const field = ownValue(fields, name)
    if (field?.computed) return fieldsRead(field.computed)
    return field ? [...fieldsIn(field.visible), ...fieldsIn(field.readOnly)] : []
  }
  for (const [name, { visible, computed }] of Object.entries(fields)) {
    const cycle = findCycle(name, dependenciesOf)
    if (!cycle) continue
    if (computed) {
      root.at('fields', name, 'computed').report('computedLoop', { names: cycle.join(' → ') })
      continue
    }
    const key = fieldsIn(visible).includes(cycle[1]!) ? 'visible' : 'readOnly'
    root.at('fields', name, key).report('conditionLoop', { names: cycle.join(' → ') })
  }
}

/**
 * The shortest cycle through a name, which is its first and last element; `undefined` if there is none.
 *
 * @param dependenciesOf the names on which a name depends directly
 */
export function findCycle(
  name: string,
  dependenciesOf: (name: string) => readonly string[],
): string[] | undefined {
  const paths: string[][] = [[name]]
  const visited = new Set<string>()
  for (let path = paths.shift(); path; path = paths.shift())
    for (const dependency of dependenciesOf(path.at(-1)!)) {
      if (dependency === name) return [...path, dependency]
      if (visited.has(dependency)) continue
      visited.add(dependency)
      paths.push([...path, dependency])
    }
  return undefined
}
