/** Finds the column of the roster for a header. */
import { distance } from 'fastest-levenshtein'
import type { CompiledResource, CompiledRosterColumn } from '../compiled'

/** A header as it is compared: case, white space and punctuation do not count. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_()*·./-]/g, '')
}

/** For a header the column that it names, or the one that was probably meant. */
export function headerFinder(columns: readonly CompiledRosterColumn[]) {
  const names = new Map<string, CompiledRosterColumn>()
  for (const column of columns)
    for (const name of [column.header.ko, column.header.en, ...column.aliases])
      names.set(plainHeader(name), column)

  return (header: string): { found?: CompiledRosterColumn; near?: CompiledRosterColumn } => {
    const text = plainHeader(header)
    const found = names.get(text)
    if (found) return { found }
    // A name is near when a third of it at most is different. Long texts are none, and would take long.
    const near = [...names.keys()]
      .map(name => ({ name, far: text.length > 40 ? Number.POSITIVE_INFINITY : distance(name, text) }))
      .filter(({ name, far }) => far <= Math.max(1, name.length / 3) && far < name.length)
      .sort((a, b) => a.far - b.far)[0]
    return near ? { near: names.get(near.name)! } : {}
  }
}

/** Units and time zones, which an exported list has behind the names of its columns (`engine/fields/plainCells`). */
const UNIT = /\s*\([^()]*\)\s*$/

/** Whether a header is that of a column of a list, as the list shows or exports it. */
export function isListHeader({ list }: Pick<CompiledResource, 'list'>, header: string): boolean {
  const names = new Set((list?.columns ?? []).flatMap(({ label }) => [label.ko, label.en]).map(plainHeader))
  return names.has(plainHeader(header)) || names.has(plainHeader(header.replace(UNIT, '')))
}
