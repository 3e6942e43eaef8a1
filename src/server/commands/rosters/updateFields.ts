/** The fields of a device that an update sheet may change, and the input that a row gives for them. */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { RosterReader, RosterRecord } from '../../../engine/roster'
import { emptyValueOf } from '../../../engine/values'
import type { Caller } from '../../caller'
import { type View, viewOf } from '../../store/records/visible'
import { sortByDependency } from './rosterReferences'
import { ASSIGNMENTS } from './updateAssignments'

/** The device fields of an update, as the caller may see and write them. */
export interface UpdateFields {
  resource: CompiledResource
  view: View
  /** Fields that the caller may not read. */
  hidden: ReadonlySet<string>
  /** Added reference fields that are in the sheet, sorted by `sortByDependency`. */
  references: readonly CompiledField[]
}

export function updateFieldsOf(
  config: CompiledConfig,
  { level }: Caller,
  header: RosterReader,
): UpdateFields {
  const resource = updatableResource(config)
  const fields = Object.values(resource.fields)
  return {
    resource,
    view: viewOf({ config, resource }),
    hidden: viewOf({ config, resource }, level).hidden,
    references: sortByDependency(
      fields.filter(({ name, storage, reference }) => storage === 'extra' && reference && header.has(name)),
    ),
  }
}

/**
 * Makes built-in fields writable that no form writes (`write: never`). `engine/roster/validateRow` has already checked
 * the level of their column.
 */
function updatableResource({ resources, roster }: CompiledConfig): CompiledResource {
  const devices = resources.devices!
  const columns = new Set(roster.columns.map(({ field }) => field))
  const fields = Object.entries(devices.fields).map(([name, field]): [string, CompiledField] => [
    name,
    name !== 'id' && columns.has(name) && field.storage === 'contract' && field.write === 'never'
      ? { ...field, write: 'none' }
      : field,
  ])
  return { ...devices, fields: Object.fromEntries(fields) }
}

/** The roster column of a field that stores an id, such as `batch` of `batch_id`. */
export const COLUMN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ASSIGNMENTS).map(([column, field]) => [field, column]),
)

/** The row as the body of an edit: values of the sheet, and empty values for cleared cells. */
export function inputOf(
  { values, extra, cleared }: RosterRecord,
  { fields }: CompiledResource,
  assignments: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...extra }
  for (const [name, text] of Object.entries(values))
    if (name !== 'id' && !(name in ASSIGNMENTS))
      input[name] = fields[name]?.type === 'number' ? Number(text) : text
  for (const [column, field] of Object.entries(ASSIGNMENTS))
    if (column in values || cleared.includes(column)) input[field] = assignments[field]
  for (const name of cleared)
    if (!(name in ASSIGNMENTS)) input[name] = fields[name] ? emptyValueOf(fields[name]) : ''
  return input
}
