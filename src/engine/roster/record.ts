/** The record that a row becomes, of its cells that were right. */
import type { CompiledResource, CompiledRoster } from '../compiled'
import { valueAt } from '../recordValue'
import { isNothing } from '../values'
import type { RosterCell } from './types'

/** What is right of a row, as its device keeps it. */
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
    // An update may say no where it was yes.
    if (!isUpdate && isNothing(field, value)) continue
    if (field.storage === 'extra') extra[field.name] = value
    else values[field.name] = String(value)
  }
  return { values, extra }
}

/** A cell that says to take the value away, where an empty one changes nothing. */
export const isClearing = ({ kind, text }: RosterCell, { clear }: Pick<CompiledRoster, 'clear'>): boolean =>
  kind === 'text' && clear.includes(text.normalize('NFC').trim().toLowerCase())
