/** Finds the roster column for a header of a sheet. */
import { distance } from 'fastest-levenshtein'
import { plainHeader } from '../../domain/typed'
import type { CompiledResource, CompiledRoster, CompiledRosterColumn } from '../compiled'

/** All headers that a sheet may have, in both languages. */
export const knownHeaders = ({ columns }: Pick<CompiledRoster, 'columns'>): string[] =>
  columns.flatMap(({ header, aliases }) => [header.ko, header.en, ...aliases])

/** Returns a function that finds the column with a header, or suggests the column that was probably meant. */
export function headerFinder(columns: readonly CompiledRosterColumn[]) {
  const names = new Map<string, CompiledRosterColumn>()
  for (const column of columns)
    for (const name of [column.header.ko, column.header.en, ...column.aliases])
      names.set(plainHeader(name), column)

  return (header: string): { column?: CompiledRosterColumn; suggestion?: CompiledRosterColumn } => {
    const text = plainHeader(header)
    const column = names.get(text)
    if (column) return { column }
    // Long texts are no headers, and comparing them would be slow.
    if (text.length > MAX_COMPARED_LENGTH) return {}
    // At most a third of the name may differ.
    const nearest = [...names.keys()]
      .map(name => ({ name, edits: distance(name, text) }))
      .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) && edits < name.length)
      .sort((one, other) => one.edits - other.edits)[0]
    return nearest ? { suggestion: names.get(nearest.name)! } : {}
  }
}

/** In characters. */
const MAX_COMPARED_LENGTH = 40

/** A unit or time zone, which exports append to headers (`engine/fields/plainCells`). */
const UNIT = /\s*\([^()]*\)\s*$/

/** True for the header of a column of the list, on the screen or in an export. */
export function isListHeader({ list }: Pick<CompiledResource, 'list'>, header: string): boolean {
  const names = new Set((list?.columns ?? []).flatMap(({ label }) => [label.ko, label.en]).map(plainHeader))
  return names.has(plainHeader(header)) || names.has(plainHeader(header.replace(UNIT, '')))
}
