/**
 * Compiles conditions on rows: which rows a role sees (`roles.json`), or which rows a user may change (`access.rows`).
 */
import { ownValue } from '../../../domain/own'
import type { CompiledCondition, CompiledResource, CompiledTest } from '../../compiled'
import { ROW_COLUMNS, rowFieldOf, rowFields } from '../../fields/rowFields'
import type { Condition } from '../../shapes/condition'
import { isLevelRef } from '../../shapes/text'
import type { ExpressionScope } from '../expressions/scope'
import type { LevelOf } from '../files/app'
import type { Location } from '../Location'
import { checkTest, conditionFromTests, testsWithLocations } from './conditions'
import { compileExpressionText, kindOf } from './expressions'

/** Replaces an invalid test. The value does not matter: the test is reported, and config with errors is not used. */
const INVALID_TEST: CompiledTest = { action: 'create' }

/** Compiles the condition; reports parts that cannot be converted to SQL. */
export function compileRows(
  rows: Condition,
  rowsLoc: Location,
  resource: CompiledResource,
  levelOf: LevelOf,
): CompiledCondition {
  const tests = testsWithLocations(rows, rowsLoc).map(({ test, loc }): CompiledTest => {
    if (typeof test === 'string') {
      const expression = compileExpressionText(test, loc, rowScope(resource, levelOf))
      return expression ? { expression } : INVALID_TEST
    }
    loc.refuseKeys(test, ['level', 'action', 'own'], 'roleRowTest')
    if (!('field' in test)) return INVALID_TEST
    const known = rowFields(resource)
    const isDeclared = ownValue(resource.fields, test.field) !== undefined
    if (isDeclared && !known.includes(test.field))
      loc.at('field').report('roleRowField', { name: test.field, known: known.join(', ') })
    else if (loc.at('field').expectKnown(test.field, known)) {
      if (Object.keys(test).length === 1) loc.report('emptyTest', { name: test.field })
      checkTest(test, loc, { resource })
      checkColumn(test, loc, resource)
    }
    return test
  })
  return conditionFromTests(rows, tests)
}

/** The names that an expression on rows may use. */
const rowScope = (resource: CompiledResource, levelOf: LevelOf): ExpressionScope => ({
  fields: new Map(
    rowFields(resource).map(name => {
      const field = ownValue(resource.fields, name)
      const kind = rowFieldOf(resource, name)
      const type = field?.type ?? (typeof kind === 'string' ? kind : 'text')
      const { max, choices } = field ?? {}
      const options = { ...(max !== undefined && { max }), ...(choices && { choices }) }
      return [name, { type, kind: kindOf(type, choices), options }]
    }),
  ),
  // Not `name` and `email`: users can change them and would gain rights.
  userNames: ['id', 'vendor', 'level'],
  levelOf: name => (isLevelRef(name) ? levelOf(name) : undefined),
  hasAction: false,
  isSql: true,
})

/** Reports comparisons of a column with values of another type, and `gt` and `lt` for a column without numbers. */
function checkColumn(
  test: Extract<CompiledTest, { field: unknown }>,
  loc: Location,
  resource: CompiledResource,
): void {
  const kind = ownValue(ownValue(ROW_COLUMNS, resource.name) ?? {}, test.field)
  // An added field of this name is not stored in the column.
  if (!kind || typeof rowFieldOf(resource, test.field) !== 'string') return
  const refuse = (value: unknown, ...steps: (string | number)[]) =>
    loc.at(...steps).report('conditionKind', { value: JSON.stringify(value), name: test.field, kind })
  const hasColumnType = (value: unknown) => typeof value === (kind === 'text' ? 'string' : kind)
  for (const key of ['eq', 'ne'] as const)
    if (test[key] !== undefined && !hasColumnType(test[key])) refuse(test[key], key)
  for (const [index, value] of (test.in ?? []).entries())
    if (!hasColumnType(value)) refuse(value, 'in', index)
  for (const key of ['gt', 'lt'] as const)
    if (test[key] !== undefined && kind !== 'number') refuse(test[key], key)
}
