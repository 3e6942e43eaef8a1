/** Compiles rules over several fields, and checks computed fields and the fields that expressions use. */
import { highest, isAtLeast, type Needed } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledCheck, CompiledCondition, CompiledField } from '../../compiled'
import { testsIn } from '../../conditions'
import { type Expression, fieldsRead, isVolatile } from '../../expressions/expression'
import { isAdded } from '../../fields/addedFields'
import { SYSTEM_FIELDS } from '../../fields/contractFields'
import { localized } from '../../i18n'
import { undecidedBy } from '../expressions/undecided'
import type { Location } from '../Location'
import type { ResourceCheck, ResourceContext } from './context'
import { compileExpressionText, scopeOf } from './expressions'

export function compileChecks(context: ResourceContext): CompiledCheck[] {
  const { file, root } = context
  const loc = root.at('checks')
  const { checks = [] } = file
  loc.expectUniqueKey(checks, 'name')
  return checks.flatMap(({ name, check, message, at }, index) => {
    const checkLoc = loc.at(index)
    if (at !== undefined) checkLoc.at('at').expectKnown(at, Object.keys(file.fields))
    const compiled = compileExpressionText(check, checkLoc.at('check'), scopeOf(context))
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

/** Checks that each expression uses only fields that have a value where it is evaluated. */
export function checkExpressions(context: ResourceCheck): void {
  const { resource, root } = context
  for (const field of Object.values(resource.fields)) {
    const loc = root.at('fields', field.name)
    checkComputed(field, loc.at('computed'), context)
    const { visible, readOnly, required, helpWhen, computed, read } = field
    expectReadable(computed && { expression: computed }, read, loc.at('computed'), context)
    expectReadable(visible, read, loc.at('visible'), context)
    expectReadable(readOnly, read, loc.at('readOnly'), context)
    expectReadable(required?.when, read, loc.at('required', 'when'), context)
    expectReadable(helpWhen, read, loc.at('help', 'when'), context)
  }
  for (const [index, { where, level }] of (resource.list?.filters ?? []).entries())
    expectReadable(
      where,
      highest(level, resource.access.list),
      root.at('list', 'filters', index, 'where'),
      context,
    )
  for (const [index, { check: rule }] of (resource.checks ?? []).entries()) {
    const loc = root.at('checks', index, 'check')
    const names = fieldsRead(rule)
    for (const name of names) if (!hasValueInSheet(name, context)) loc.report('checkField', { name })
    // No warning about required fields: the condition of `required` may cover all cases in which the rule needs them.
    const undecided = undecidedBy(
      rule,
      names.filter(name => !ownValue(resource.fields, name)?.required),
    )
    if (undecided.length > 0) loc.warn('checkUndecided', { names: undecided.join(', ') })
  }
}

/** Reports computed fields that use values which change without a save of the record. */
function checkComputed(field: CompiledField, loc: Location, context: ResourceCheck): void {
  const { computed } = field
  if (!computed) return
  if (!isAdded(field)) loc.reportKey('computedOfProduct', { name: field.name })
  if (isVolatile(computed)) loc.report('computedMoving')
  for (const name of fieldsRead(computed)) {
    const usedField = ownValue(context.resource.fields, name)
    const isStoredField =
      usedField && isAdded(usedField) && !isSetByServer(usedField, context) && hasValueInSheet(name, context)
    if (!isStoredField) loc.report('computedField', { name })
  }
}

/** True for fields that the server sets, in records of resources that only config defines. */
export const isSetByServer = ({ name, reference }: CompiledField, { contract }: ResourceCheck): boolean =>
  !contract && (SYSTEM_FIELDS.includes(name) || (name === 'vendor' && reference === 'vendors'))

/**
 * False for fields of devices whose value the server finds at registration: a roster has the name of the model, not its
 * id. Other resources have no sheets.
 */
function hasValueInSheet(name: string, { name: resource, resource: { fields } }: ResourceCheck): boolean {
  if (resource !== 'devices') return true
  return ownValue(fields, name)?.type !== 'reference' && !ASSIGNED_AT_REGISTRATION.includes(name)
}

const ASSIGNED_AT_REGISTRATION = [
  'vendor',
  'client',
  'batch',
  'batch_id',
  'bunch',
  'bunch_id',
  'model',
  'model_id',
]

/**
 * Reports expressions that use a field which some users of this level cannot see: in their browsers, the expression
 * would have another result than on the server.
 */
function expectReadable(
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
