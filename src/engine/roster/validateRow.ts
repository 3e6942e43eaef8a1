/** Checks a row as the form checks a new record: the values of its cells, and rules between fields (security 49). */
import type { PasswordLimits } from '../../domain/password'
import type { CompiledField, CompiledResource } from '../compiled'
import { dependenciesOf, type RuleContext } from '../conditions'
import { fieldsRead } from '../expressions/expression'
import { isSameValue, valueAt } from '../recordValue'
import { applyAndValidate } from '../validation/validateRecord'
import { isEmptyValue, normalise } from '../values'
import type { SheetPlan } from './plan'
import type { CellProblem } from './types'

/**
 * The resource for validating rows: with the fields of the sheet, and the fields that their validation needs. Fields
 * and rules that depend on names of other records are left to the server. Built-in fields of devices with
 * `"write": "never"` become writable if the roster has a column for them.
 *
 * @param inSheet whether the sheet has a column for a field; other fields are left out to save time in every row
 */
export function sheetResource(plan: SheetPlan, inSheet: (field: string) => boolean): CompiledResource {
  const { resource } = plan
  const columns = new Set(plan.columns.map(({ field }) => field))
  const undecided = plan.isRoster ? new Set<string>() : undecidedFields(plan)
  const checkableFields = Object.values(resource.fields).filter(
    field => !plan.isByName(field) && !undecided.has(field.name),
  )
  const checks = (resource.checks ?? []).filter(({ check }) => !readsAny(fieldsRead(check), undecided))
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
    plan.isRoster && columns.has(field.name) && field.storage === 'contract' && field.write === 'never'
      ? { ...field, write: 'none' }
      : field
  return {
    ...resource,
    checks,
    fields: Object.fromEntries(neededFields.map(field => [field.name, asWritable(field)])),
  }
}

/** The references, and the fields whose conditions or values depend on one of them. */
function undecidedFields({ resource, isByName }: SheetPlan): ReadonlySet<string> {
  const fields = Object.values(resource.fields)
  const undecided = new Set(fields.filter(isByName).map(({ name }) => name))
  for (let size = -1; size !== undecided.size; ) {
    size = undecided.size
    for (const field of fields) if (readsAny(dependenciesOf(field), undecided)) undecided.add(field.name)
  }
  return undecided
}

/** Whether one of these names is a field of the set, or a value of a record that the field refers to: `model.name`. */
const readsAny = (names: readonly string[], fields: ReadonlySet<string>) =>
  names.some(name => fields.has(name) || fields.has(name.split('.')[0]!))

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
