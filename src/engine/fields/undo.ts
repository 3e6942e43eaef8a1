/** The values that the undo of a change in the history saves. The console shows them, the server saves them. */
import type { HistoryRow } from '../../contract/history'
import { hasLevel } from '../../domain/authority'
import { mayWrite } from '../access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { isSameValue, valueAt } from '../recordValue'
import { storedKeys } from '../stored'
import { normalise } from '../values'

type Values = Readonly<Record<string, unknown>>
type Change = Pick<HistoryRow, 'before' | 'after'>

export interface RestoredValue {
  field: CompiledField
  /** The value that the undo saves. */
  before: unknown
  /** The value that the change has saved. */
  after: unknown
}

/**
 * The changed fields with their values, without fields that the server computes. `undefined` if not all of them can be
 * restored: the user may not see or set one, config no longer has it, or the history has only the size of a picture.
 *
 * @param level the number of the user's level
 */
export function restoredValues(
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
  { before, after }: Change,
): RestoredValue[] | undefined {
  const fields = Object.values(resource.fields)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const isOf = (name: string) => (field: CompiledField) =>
    storedKeys(field).includes(name) || field.name.startsWith(`${name}.`)
  // A built-in resource also has derived values, such as the name of a vendor.
  const isUnknown = (name: string) => resource.dialect === 'simple-rest' && !fields.some(isOf(name))
  if (names.some(isUnknown)) return undefined
  const changed = fields
    .filter(field => names.some(name => isOf(name)(field)))
    .flatMap(field => {
      const { computed, write, children } = field
      if (computed || write === 'never' || children) return []
      const value = { field, before: storedIn(field, before), after: storedIn(field, after) }
      return isSameValue(value.before, value.after) ? [] : [value]
    })
  const isRestorable = ({ field }: RestoredValue) =>
    field.type !== 'password' &&
    field.type !== 'image' &&
    hasLevel(level, field.read, config.levels.numbers) &&
    mayWrite(config, level, field)
  return changed.every(isRestorable) ? changed : undefined
}

/** The value of a field in stored form, which may have the name that the field had at the time. */
function storedIn(field: CompiledField, values: Change['before']): unknown {
  const [name, formerName] = storedKeys(field)
  const record = (values ?? {}) as Values
  const value = valueAt(record, name) ?? (formerName === undefined ? undefined : valueAt(record, formerName))
  return normalise(field, value ?? null)
}
