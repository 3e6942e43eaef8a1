/** Finds the column for a header of a sheet. */
import { distance } from 'fastest-levenshtein'
import type { Zone } from '../../domain/dates'
import { plainHeader } from '../../domain/typed'
import type { CompiledResource, CompiledRoster, CompiledRosterColumn } from '../compiled'
import type { SheetPlan } from './plan'

/** All headers that a sheet may have, in both languages. */
export const knownHeaders = ({ columns }: Pick<CompiledRoster, 'columns'>): string[] =>
  columns.flatMap(({ header, aliases }) => [header.ko, header.en, ...aliases])

interface HeaderMatch {
  column?: CompiledRosterColumn
  /** The zone of its times, if the header names one. */
  zone?: Zone
  /** Without a column: the one that was probably meant. */
  suggestion?: CompiledRosterColumn
}

/** The zone that exports append to the headers of times (`engine/fields/plainCells`), in the form of `plainHeader`. */
const ZONE = /(utc|kst)$/

/** Returns a function that finds the column with a header, or suggests the column that was probably meant. */
export function headerFinder({ columns, resource }: Pick<SheetPlan, 'columns' | 'resource'>) {
  const names = new Map<string, CompiledRosterColumn>()
  for (const column of columns)
    for (const name of [column.header.ko, column.header.en, ...column.aliases])
      names.set(plainHeader(name), column)

  return (header: string): HeaderMatch => {
    const text = plainHeader(header)
    const column = names.get(text)
    if (column) return { column }
    const time = names.get(text.replace(ZONE, ''))
    if (time && resource.fields[time.field]?.type === 'datetime')
      return { column: time, zone: text.endsWith('utc') ? 'UTC' : 'KST' }
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
