/** The record that a row becomes, of its cells that were right. */
import type { CompiledResource, CompiledRoster } from '../compiled'
import { valueAt } from '../recordValue'
import { isNothing } from '../values'
import type { RosterCell } from './types'

/** The valid cells of a row, as stored with the device. */
export function sortOut(
  { fields }: CompiledResource,
  stored: Readonly<Record<string, unknown>>,
  refused: ReadonlySet<string>,
  { isUpdate = false }: { isUpdate?: boolean },
): { values: Record<string, string>; extra: Record<string, unknown> } {
  const values: Record<string, string> = {}
  const extra: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    const value = valueAt(stored, field.name)
    if (refused.has(field.name) || value === undefined) continue
    // An update may change yes to no.
    if (!isUpdate && isNothing(field, value)) continue
    if (field.storage === 'extra') extra[field.name] = value
    else values[field.name] = String(value)
  }
  return { values, extra }
}

/** A cell that clears the value in an update; an empty cell changes nothing. */
export const isClearing = ({ kind, text }: RosterCell, { clear }: Pick<CompiledRoster, 'clear'>): boolean =>
  kind === 'text' && clear.includes(text.normalize('NFC').trim().toLowerCase())
