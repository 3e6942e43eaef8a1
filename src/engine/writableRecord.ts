/**
 * What of an input may be stored. The server asks it for every record: it drops what config does not know, what the user may
 * not write and what is hidden, and brings the rest into the form in which it is kept.
 */
import type { Levels } from '../domain/authority'
import { reaches } from '../domain/authority'
import type { CompiledField, CompiledResource } from './compiled'
import { type Circumstance, holds, valueAt } from './conditions'
import { isNothing, normalise, nothingOf, withValue } from './values'

type Row = Readonly<Record<string, unknown>>

export interface Writing {
  action: 'create' | 'edit'
  /** The number of the user's level. */
  level: number
  levels: Levels
  /** The record as it is, when editing: conditions look at it where the input does not say. */
  current?: Row
  /** The record is the writer's own account. */
  own?: boolean
}

/** True when this user may enter the field here; `record` is what conditions look at. */
export function isWritable(field: CompiledField, about: Circumstance): boolean {
  const { write, visible, readOnly } = field
  if (write === 'never' || !reaches(about.level, write, about.levels)) return false
  if (!reaches(about.level, field.read, about.levels)) return false
  return holds(visible, about) && !(readOnly && holds(readOnly, about))
}

/**
 * The part of an input that is to be stored, by the names of the wire; names with dots as objects.
 *
 * Creating: every field that is not the server's own, with its default where the input has none. Editing: fields of the input
 * alone; a password that is empty is left out. A field that its condition hides is left out and keeps its value, or is
 * emptied (`whenHidden: clear`).
 */
export function writableRecord(
  resource: CompiledResource,
  input: Row,
  writing: Writing,
): Record<string, unknown> {
  const fields = Object.values(resource.fields)
  let entered = new Map(fields.flatMap(field => initial(field, input, writing)))
  // What hides one field may itself be hidden: then it counts as it is stored. Each round can settle one field at least.
  for (const _round of fields) {
    const about = circumstance(entered, writing)
    const next = new Map([...entered].filter(([field]) => keepsEntry(field, about, writing)))
    for (const [field, value] of restored(fields, entered, next, writing)) next.set(field, value)
    if (sameEntries(entered, next)) break
    entered = next
  }
  const about = circumstance(entered, writing)
  for (const field of fields) {
    if (isCleared(field, about, writing)) entered.set(field, nothingOf(field))
  }
  let record: Record<string, unknown> = {}
  for (const [field, value] of entered) record = withValue(record, field.name, value, writing.current ?? {})
  return record
}

/** What the input says of a field, as far as the user's level goes; else its default, when creating. */
function initial(field: CompiledField, input: Row, writing: Writing): [CompiledField, unknown][] {
  if (field.write === 'never') return []
  const { level, levels, action } = writing
  const given = valueAt(input, field.name)
  const mayEnter = reaches(level, field.write, levels) && reaches(level, field.read, levels)
  if (given !== undefined && mayEnter) {
    if (field.type === 'password' && isNothing(field, given)) return []
    return [[field, normalise(field, given)]]
  }
  return action === 'create' ? fallback(field) : []
}

function fallback(field: CompiledField): [CompiledField, unknown][] {
  return field.default === undefined ? [] : [[field, structuredClone(field.default)]]
}

function circumstance(entered: ReadonlyMap<CompiledField, unknown>, writing: Writing): Circumstance {
  let record: Record<string, unknown> = { ...writing.current }
  for (const [field, value] of entered) record = withValue(record, field.name, value)
  return { ...writing, record }
}

function keepsEntry(field: CompiledField, about: Circumstance, { action }: Writing): boolean {
  // A default is the config's own and stands, hidden or not.
  if (action === 'create' && field.default !== undefined) return true
  return isWritable(field, about)
}

/** Defaults in place of what was entered into a field that turned out hidden or read-only. */
function restored(
  fields: readonly CompiledField[],
  entered: ReadonlyMap<CompiledField, unknown>,
  next: ReadonlyMap<CompiledField, unknown>,
  writing: Writing,
): [CompiledField, unknown][] {
  if (writing.action !== 'create') return []
  const about = circumstance(next, writing)
  return fields.filter(field => entered.has(field) && !isWritable(field, about)).flatMap(fallback)
}

function sameEntries(one: ReadonlyMap<CompiledField, unknown>, other: ReadonlyMap<CompiledField, unknown>) {
  return (
    one.size === other.size &&
    [...one].every(([field, value]) => other.has(field) && same(value, other.get(field)))
  )
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function isCleared(field: CompiledField, about: Circumstance, { level, levels, current }: Writing): boolean {
  if (field.whenHidden !== 'clear' || field.write === 'never' || !reaches(level, field.write, levels))
    return false
  if (holds(field.visible, about)) return false
  return current !== undefined && !isNothing(field, valueAt(current, field.name))
}
