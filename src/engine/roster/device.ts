/**
 * A row of a roster as a device that is being created: its fields are those of `resources/devices.json`, held by the
 * one validator (security 49).
 */
import type { PasswordLimits } from '../../domain/password'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { dependenciesOf, type RuleContext } from '../conditions'
import { fieldsRead } from '../expressions/expression'
import { valueAt } from '../recordValue'
import { applyAndValidate } from '../validation/validateRecord'
import { isNothing, normalise } from '../values'
import type { CellProblem } from './types'

/** A sheet has their names, which the server resolves to records; on the wire they are ids. */
const FOUND_BY_NAME: ReadonlySet<string> = new Set(['vendor', 'client', 'bunch'])

/**
 * The fields of a device that a sheet can fill in, and those that its rows are judged by. Fields of the product are
 * `"write": "never"`: no form writes them, but their column does, from its own level on.
 *
 * @param inSheet whether the sheet has a column for a field: the others of the roster are left out, as judging each of
 *   them in every row would take as long as judging what is there
 */
export function rosterResource(
  { roster, resources }: Pick<CompiledConfig, 'roster' | 'resources'>,
  inSheet: (field: string) => boolean,
): CompiledResource {
  const devices = resources.devices!
  const columns = new Set(roster.columns.map(({ field }) => field))
  const all = Object.values(devices.fields).filter(
    ({ name, storage, type }) =>
      !FOUND_BY_NAME.has(name) && !(storage === 'contract' && type === 'reference'),
  )
  const { checks = [] } = devices
  const lookedAt = new Set([
    ...all.flatMap(dependenciesOf),
    ...checks.flatMap(({ check }) => fieldsRead(check)),
  ])
  const concerned = all.filter(
    ({ name, default: value, defaultExpression, computed, required }) =>
      inSheet(name) || lookedAt.has(name) || value !== undefined || defaultExpression || computed || required,
  )
  const entered = (field: CompiledField): CompiledField =>
    columns.has(field.name) && field.storage === 'contract' && field.write === 'never'
      ? { ...field, write: 'none' }
      : field
  return { ...devices, fields: Object.fromEntries(concerned.map(field => [field.name, entered(field)])) }
}

/** True for a field that is required under all circumstances and has no default. */
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

interface RosterJudgement {
  /** Values in the form in which they are kept, defaults too. */
  stored: Readonly<Record<string, unknown>>
  problems: Readonly<Record<string, CellProblem>>
}

/** @param entered by field, the cells that were right */
export function validateRow(
  resource: CompiledResource,
  entered: Readonly<Record<string, unknown>>,
  about: Pick<RuleContext, 'level' | 'levels' | 'user'> & { password: PasswordLimits },
): RosterJudgement {
  const { accepted, problems } = applyAndValidate(resource, entered, { action: 'create', ...about })
  const found = { ...problems } as Record<string, CellProblem>
  for (const [name, given] of Object.entries(entered)) {
    const field = resource.fields[name]
    // What a condition hides or fixes is not dropped in silence.
    if (!field || isNothing(field, given) || found[name]) continue
    if (!isSame(normalise(field, given), valueAt(accepted, name))) found[name] = { code: 'notHere' }
  }
  return { stored: accepted, problems: found }
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
