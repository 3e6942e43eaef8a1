/** A record in the dialect of ra-data-simple-rest, as one caller gets it. */
import type { KeptRecord } from '../../../contract/records'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import { withValue } from '../../../engine/values'
import type { Extra } from '../schema'
import type { RecordRow } from './rows'

/** The fields that this level may see. Passwords are never shown, and neither is what config does not name (any more). */
export function toRecord(
  row: RecordRow,
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
): KeptRecord {
  return wire(row, readableFields(config, level, resource))
}

/** All fields, for conditions and for what a save changes. */
export function wholeRecord(row: RecordRow, resource: CompiledResource): KeptRecord {
  return wire(row, Object.values(resource.fields))
}

function wire({ id, created, updated, data }: RecordRow, fields: readonly CompiledField[]): KeptRecord {
  let record: Extra = {}
  for (const field of fields) {
    const value = field.type === 'password' ? undefined : storedValue(field, data)
    if (value !== undefined) record = withValue(record, field.name, value)
  }
  return { ...record, id, created: created.toISOString(), updated: updated.toISOString() }
}

/** Under the field's former name where it was not written since. */
function storedValue({ name, renamedFrom }: CompiledField, data: Extra): unknown {
  const value = valueAt(data, name)
  return value === undefined && renamedFrom !== undefined ? valueAt(data, renamedFrom) : value
}
