/** The fields of a device that a sheet may change, and what a row of it sends of them. */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { RosterReader, RosterRecord } from '../../../engine/roster'
import { nothingOf } from '../../../engine/values'
import type { Caller } from '../../caller'
import { type View, viewOf } from '../../store/records/visible'
import { behindOthers } from './rosterReferences'
import { PLACES } from './updatePlaces'

/** What an update is judged by. */
export interface Judging {
  resource: CompiledResource
  view: View
  /** Fields that the caller may not see. */
  hidden: ReadonlySet<string>
  /** References that config adds, which the sheet has. */
  references: readonly CompiledField[]
}

export function judging(config: CompiledConfig, { level }: Caller, header: RosterReader): Judging {
  const resource = updatable(config)
  const fields = Object.values(resource.fields)
  return {
    resource,
    view: viewOf({ config, resource }),
    hidden: viewOf({ config, resource }, level).hidden,
    references: behindOthers(
      fields.filter(({ name, storage, reference }) => storage === 'extra' && reference && header.has(name)),
    ),
  }
}

/**
 * Fields of the product that no form writes are written by their column, from its own level on
 * (`engine/roster/device`).
 */
function updatable({ resources, roster }: CompiledConfig): CompiledResource {
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

/** Columns of the roster by the field that keeps what they name. */
export const COLUMN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PLACES).map(([column, field]) => [field, column]),
)

/** The row as an edit would send it: what the sheet gives, and empty values for what it takes away. */
export function entered(
  { values, extra, cleared }: RosterRecord,
  { fields }: CompiledResource,
  places: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...extra }
  for (const [name, text] of Object.entries(values))
    if (name !== 'id' && !(name in PLACES))
      input[name] = fields[name]?.type === 'number' ? Number(text) : text
  for (const [column, field] of Object.entries(PLACES))
    if (column in values || cleared.includes(column)) input[field] = places[field]
  for (const name of cleared) if (!(name in PLACES)) input[name] = fields[name] ? nothingOf(fields[name]) : ''
  return input
}
