/**
 * Applies the owner's changes to a delivered list: `{"remove": ["edition"], "add": ["site"], "after": "serial"}`.
 * Entries are identified by name (`entryName`). Added entries replace delivered ones of the same name, and come last
 * unless `before` or `after` names another place. Unknown names are warnings, since an upgrade may have removed the
 * entry.
 */
import { isObject } from '../../../domain/own'
import type { Location } from '../Location'
import { quote, type Steps } from '../problems'
import { suggest } from '../suggest'
import type { Layer, LayeredFile, PlacedValue } from './LayeredFile'
import { entryName } from './mergeShape'

export const LIST_CHANGES = ['add', 'remove', 'before', 'after'] as const

/** The part of the file merger that lists need. */
export interface Merger {
  file: LayeredFile
  /** Records that the value at `steps` of the merged file comes from `sourceSteps` of a layer. */
  recordOrigin(layer: Layer, sourceSteps: Steps, steps: Steps): void
  /**
   * The delivered value without its left-out parts; `undefined` if it is left out itself. Records its origin.
   *
   * @param steps its path in the merged file
   */
  takeDelivered(delivered: PlacedValue, steps: Steps): unknown
}

interface Entry {
  layer: Layer
  /** Absent for entries without a name, such as the sections of a form. */
  name: string | undefined
  source: PlacedValue
}

/**
 * The delivered list with the owner's changes applied.
 *
 * @param own the owner's changes
 * @param steps the path of the list in the merged file
 */
export function applyListChanges(
  own: PlacedValue,
  delivered: PlacedValue | undefined,
  steps: Steps,
  merger: Merger,
): unknown[] {
  const loc = merger.file.own!.root.at(...own.steps)
  const changes = readChanges(own.value as Record<string, unknown>, loc)
  const entries = entriesOf('delivered', delivered?.value, delivered?.steps ?? [])
  reportUnknownNames(changes, entries, loc)
  const added = entriesOf('own', changes.add, [...own.steps, 'add'])
  // If a later release delivers an entry that the owner has added, the owner's entry replaces it.
  const droppedNames = [...changes.remove, ...added.map(({ name }) => name)]
  const remaining = entries.filter(({ name }) => name === undefined || !droppedNames.includes(name))
  const insertAt = insertIndex(changes, remaining)
  const merged: unknown[] = []
  for (const { layer, source } of [...remaining.slice(0, insertAt), ...added, ...remaining.slice(insertAt)]) {
    const entrySteps = [...steps, merged.length]
    if (layer === 'own') {
      merger.recordOrigin('own', source.steps, entrySteps)
      merged.push(source.value)
    } else {
      const value = merger.takeDelivered(source, entrySteps)
      if (value !== undefined) merged.push(value)
    }
  }
  return merged
}

/** The entries of a list with their names and paths; none if the value is no list. */
const entriesOf = (layer: Layer, list: unknown, listSteps: Steps): Entry[] =>
  (Array.isArray(list) ? list : []).map((value: unknown, index) => ({
    layer,
    name: entryName(value),
    source: { value, steps: [...listSteps, index] },
  }))

/** Warns about names in the changes that the delivered list does not have. */
function reportUnknownNames(
  { remove, before, after }: Changes,
  entries: readonly Entry[],
  loc: Location,
): void {
  const deliveredNames = entries.flatMap(({ name }) => name ?? [])
  const expectDelivered = (name: string | undefined, place: Location) => {
    if (name !== undefined && !deliveredNames.includes(name))
      place.warn('notDelivered', { name, hint: suggest(name, deliveredNames) ?? '' })
  }
  for (const [index, name] of remove.entries()) expectDelivered(name, loc.at('remove', index))
  if (before !== undefined) expectDelivered(before, loc.at('before'))
  else expectDelivered(after, loc.at('after'))
}

/** The index at which added entries are inserted: before or after the named entry, else at the end. */
function insertIndex({ before, after }: Changes, entries: readonly Entry[]): number {
  const neighbour = before ?? after
  const index = neighbour === undefined ? -1 : entries.findIndex(({ name }) => name === neighbour)
  if (index < 0) return entries.length
  return before === undefined ? index + 1 : index
}

interface Changes {
  add: unknown[]
  remove: string[]
  before?: string
  after?: string
}

function readChanges(written: Record<string, unknown>, loc: Location): Changes {
  for (const name of Object.keys(written))
    if (!LIST_CHANGES.some(known => known === name))
      loc.at(name).reportKey('unknownKey', {
        name,
        hint: suggest(name, LIST_CHANGES) ?? '',
        known: LIST_CHANGES.join(', '),
      })
  const reportType = (place: Location, value: unknown, wanted: 'array' | 'string') =>
    place.report('wrongType', { value: quote(value), wanted })
  const list = (key: 'add' | 'remove') => {
    const value = written[key] ?? []
    if (Array.isArray(value)) return value as unknown[]
    reportType(loc.at(key), value, 'array')
    return []
  }
  const text = (key: 'before' | 'after') => {
    const value = written[key]
    if (value === undefined || typeof value === 'string') return value
    reportType(loc.at(key), value, 'string')
    return undefined
  }
  // Numbers are accepted, since choices are named by their values.
  const remove = list('remove').map((value, index) => {
    if (!isObject(value) && !Array.isArray(value)) return String(value)
    reportType(loc.at('remove', index), value, 'string')
    return ''
  })
  const [before, after] = [text('before'), text('after')]
  return {
    add: list('add'),
    remove,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}
