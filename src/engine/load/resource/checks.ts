/** Rules over several fields, computed fields, and the levels that must see the fields that an expression uses. */
import { highest, isAtLeast, type Needed } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledCheck, CompiledCondition, CompiledField } from '../../compiled'
import { testsIn } from '../../conditions'
import { type Expression, fieldsRead, isMoving } from '../../expressions/expression'
import { isAdded } from '../../fields/addedFields'
import type { Location } from '../Location'
import { localized } from '../texts'
import type { ResourceCheck, ResourceContext } from './context'
import { compileText, scopeOf } from './expressions'

export function compileChecks(context: ResourceContext): CompiledCheck[] {
  const { file, root } = context
  const loc = root.at('checks')
  const { checks = [] } = file
  loc.expectUniqueKey(checks, 'name')
  return checks.flatMap(({ name, check, message, at }, index) => {
    const here = loc.at(index)
    if (at !== undefined) here.at('at').expectKnown(at, Object.keys(file.fields))
    const compiled = compileText(check, here.at('check'), scopeOf(context))
    return compiled
      ? [
          {
            name,
            check: compiled,
            written: check,
            message: localized(message),
            ...(at !== undefined && { at }),
          },
        ]
      : []
  })
}

/** Checks compiled expressions against the fields that they use. */
export function checkExpressions(check: ResourceCheck): void {
  const { resource, root } = check
  for (const field of Object.values(resource.fields)) {
    const loc = root.at('fields', field.name)
    checkComputed(field, loc.at('computed'), check)
    const { visible, readOnly, required, helpWhen, computed, read } = field
    expectSeen(computed && { expression: computed }, read, loc.at('computed'), check)
    expectSeen(visible, read, loc.at('visible'), check)
    expectSeen(readOnly, read, loc.at('readOnly'), check)
    expectSeen(required?.when, read, loc.at('required', 'when'), check)
    expectSeen(helpWhen, read, loc.at('help', 'when'), check)
  }
  for (const [at, { where, level }] of (resource.list?.filters ?? []).entries())
    expectSeen(where, highest(level, resource.access.list), root.at('list', 'filters', at, 'where'), check)
  for (const [at, { check: rule }] of (resource.checks ?? []).entries())
    for (const name of fieldsRead(rule))
      if (!isKnownAtRegistration(name, check)) root.at('checks', at, 'check').report('checkField', { name })
}

/** A computed field must not use values that change between saves. */
function checkComputed(field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { computed } = field
  if (!computed) return
  if (!isAdded(field)) loc.reportKey('computedOfProduct', { name: field.name })
  if (isMoving(computed)) loc.report('computedMoving')
  for (const name of fieldsRead(computed)) {
    const other = ownValue(check.resource.fields, name)
    const isKept = other && isAdded(other) && !isServers(other, check) && isKnownAtRegistration(name, check)
    if (!isKept) loc.report('computedField', { name })
  }
}

/** For records that config alone describes, the server sets the owner and the time of creation. */
export const isServers = ({ name, reference }: CompiledField, { contract }: ResourceCheck): boolean =>
  !contract && (['id', 'created', 'updated'].includes(name) || (name === 'vendor' && reference === 'vendors'))

/** Whether a field has a value while a sheet is read. A sheet has the names of references, not their ids. */
function isKnownAtRegistration(
  name: string,
  { name: resource, resource: { fields } }: ResourceCheck,
): boolean {
  if (resource !== 'devices') return true
  return ownValue(fields, name)?.type !== 'reference' && !OF_REGISTRATION.includes(name)
}

const OF_REGISTRATION = ['vendor', 'client', 'batch', 'batch_id', 'bunch', 'bunch_id', 'model', 'model_id']

/**
 * Users who see a field with an expression must see the fields that the expression uses: the browser evaluates it too,
 * and would come to another result.
 */
function expectSeen(
  condition: CompiledCondition | undefined,
  level: Needed,
  loc: Location,
  { resource }: ResourceCheck,
): void {
  const expressions = testsIn(condition).flatMap((test): Expression[] =>
    'expression' in test ? [test.expression] : [],
  )
  for (const name of new Set(expressions.flatMap(fieldsRead))) {
    const needs = ownValue(resource.fields, name)?.read
    if (needs && !isAtLeast(level, needs)) loc.report('expressionAbove', { name, needs, level })
  }
}
