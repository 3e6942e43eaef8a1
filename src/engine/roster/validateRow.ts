/** Validates a row of a roster as a new device, with the validator of all records (security 49). */
import type { PasswordLimits } from '../../domain/password'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { dependenciesOf, type RuleContext } from '../conditions'
import { fieldsRead } from '../expressions/expression'
import { isSameValue, valueAt } from '../recordValue'
import { applyAndValidate } from '../validation/validateRecord'
import { isEmptyValue, normalise } from '../values'
import type { CellProblem } from './types'

/** References that a sheet contains as names; the server finds the records. */
const ENTERED_BY_NAME: ReadonlySet<string> = new Set(['vendor', 'client', 'bunch'])

/**
 * The resource `devices` for validating rows: with the fields of the sheet, and the fields that their validation needs.
 * Built-in fields with `"write": "never"` become writable if the roster has a column for them.
 *
 * @param inSheet whether the sheet has a column for a field; other fields are left out to save time in every row
 */
export function rosterResource(
  { roster, resources }: Pick<CompiledConfig, 'roster' | 'resources'>,
  inSheet: (field: string) => boolean,
): CompiledResource {
  const devices = resources.devices!
  const columns = new Set(roster.columns.map(({ field }) => field))
  const checkableFields = Object.values(devices.fields).filter(
    ({ name, storage, type }) =>
      !ENTERED_BY_NAME.has(name) && !(storage === 'contract' && type === 'reference'),
  )
  const { checks = [] } = devices
  const dependencies = new Set([
    ...checkableFields.flatMap(dependenciesOf),
    ...checks.flatMap(({ check }) => fieldsRead(check)),
  ])
  const neededFields = checkableFields.filter(
    ({ name, default: value, defaultExpression, computed, required }) =>
      inSheet(name) ||
      dependencies.has(name) ||
      value !== undefined ||
      defaultExpression ||
      computed ||
      required,
  )
  const asWritable = (field: CompiledField): CompiledField =>
    columns.has(field.name) && field.storage === 'contract' && field.write === 'never'
      ? { ...field, write: 'none' }
      : field
  return {
    ...devices,
    fields: Object.fromEntries(neededFields.map(field => [field.name, asWritable(field)])),
  }
}

/** True if the field is required without conditions and has no default. */
export const isAlwaysRequired = (field: CompiledField): boolean => {
  const { required, visible, readOnly, default: value, defaultExpression } = field
  return (
    required !== undefined &&
    !required.when &&
    !visible &&
    !readOnly &&
    value === undefined &&
    !defaultExpression
  )
}

interface ValidatedRow {
  /** Values in stored form, including defaults. */
  stored: Readonly<Record<string, unknown>>
  problems: Readonly<Record<string, CellProblem>>
}

/** @param entered the values of valid cells, by field */
export function validateRow(
  resource: CompiledResource,
  entered: Readonly<Record<string, unknown>>,
  context: Pick<RuleContext, 'level' | 'levels' | 'user'> & { password: PasswordLimits },
): ValidatedRow {
  const { accepted, problems } = applyAndValidate(resource, entered, { action: 'create', ...context })
  const rowProblems = { ...problems } as Record<string, CellProblem>
  for (const [name, value] of Object.entries(entered)) {
    const field = resource.fields[name]
    if (!field || isEmptyValue(field, value) || rowProblems[name]) continue
    // A condition hides or locks the field, so the value would be dropped: report it.
    if (!isSameValue(normalise(field, value), valueAt(accepted, name)))
      rowProblems[name] = { code: 'notHere' }
  }
  return { stored: accepted, problems: rowProblems }
}
