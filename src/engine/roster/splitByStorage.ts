/** Converts the valid cells of a row into the values to store. */
import { cleanText } from '../../domain/typed'
import type { CompiledResource, CompiledRoster } from '../compiled'
import { valueAt } from '../recordValue'
import { isEmptyValue } from '../values'
import type { RosterCell } from './types'

/** Splits the values of a device by storage: columns as text, and `extra`. Leaves out invalid and empty cells. */
export function splitByStorage(
  { fields }: CompiledResource,
  stored: Readonly<Record<string, unknown>>,
  invalid: ReadonlySet<string>,
  { isUpdate = false }: { isUpdate?: boolean },
): { values: Record<string, string>; extra: Record<string, unknown> } {
  const values: Record<string, string> = {}
  const extra: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    const value = valueAt(stored, field.name)
    if (invalid.has(field.name) || value === undefined) continue
    // An update stores empty values too: `false` may replace `true`.
    if (!isUpdate && isEmptyValue(field, value)) continue
    if (field.storage === 'extra') extra[field.name] = value
    else values[field.name] = String(value)
  }
  return { values, extra }
}

/** True if the cell clears the value in an update; empty cells change nothing. */
export const isClearing = ({ kind, text }: RosterCell, { clear }: Pick<CompiledRoster, 'clear'>): boolean =>
  kind === 'text' && clear.includes(cleanText(text).toLowerCase())
