/**
 * The changes of a delivered list, so that an own file need not repeat all of it: `{"remove": ["edition"], "add":
 * ["site"], "after": "serial"}`. Entries are meant by their name (a column by its field); what is added stands at the
 * end unless `before` or `after` say where, and the delivered entry of the same name is left out. A name that the
 * delivered list does not have any more is a warning: an upgrade may have taken it out.
 */
import { isObject } from '../../../domain/own'
import type { Location } from '../Location'
import type { Steps } from '../problems'
import { suggest } from '../suggest'
import { entryName } from './inShape'
import type { Layer, LayeredFile, PlacedValue } from './LayeredFile'

export const LIST_CHANGES = ['add', 'remove', 'before', 'after'] as const

/** Records where each part of the merged list was written. */
export interface Merging {
  file: LayeredFile
  from(layer: Layer, written: Steps, steps: Steps): void
  asDelivered(delivered: PlacedValue, steps: Steps): unknown
}

interface Entry {
  layer: Layer
  written: PlacedValue
}

/** The delivered list with the owner's changes applied; `undefined` if the changes are wrong. */
export function changedList(
  own: PlacedValue,
  delivered: PlacedValue | undefined,
  steps: Steps,
  merge: Merging,
): unknown[] | undefined {
  const loc = merge.file.own!.root.at(...own.steps)
  const changes = readChanges(own.value as Record<string, unknown>, loc)
  const list = Array.isArray(delivered?.value) ? (delivered.value as unknown[]) : []
  const entries = list.map(
    (value, at): Entry => ({
      layer: 'delivered',
      written: { value, steps: [...delivered!.steps, at] },
    }),
  )
  const names = entries.map(({ written }) => entryName(written.value) ?? '')
  const known = (name: string, at: Location) => {
    if (!names.includes(name)) at.warn('notDelivered', { name, hint: suggest(name, names) ?? '' })
    return names.includes(name)
  }
  for (const [at, name] of changes.remove.entries()) known(name, loc.at('remove', at))
  // An entry that the owner added before a release delivered it stays the owner's.
  const replaced = changes.add.map(value => entryName(value))
  const kept = entries.filter(
    (_, at) => !changes.remove.includes(names[at]!) && !(names[at] && replaced.includes(names[at])),
  )
  const added = changes.add.map(
    (value, at): Entry => ({
      layer: 'own',
      written: { value, steps: [...own.steps, 'add', at] },
    }),
  )
  const { before, after } = changes
  const anchor = before ?? after
  const found = kept.findIndex(({ written }) => entryName(written.value) === anchor)
  if (anchor !== undefined) known(anchor, loc.at(before === undefined ? 'after' : 'before'))
  const place = found < 0 ? kept.length : found + (before === undefined ? 1 : 0)
  const merged: unknown[] = []
  for (const { layer, written } of [...kept.slice(0, place), ...added, ...kept.slice(place)]) {
    const at = [...steps, merged.length]
    if (layer === 'own') {
      merge.from('own', written.steps, at)
      merged.push(written.value)
    } else {
      const value = merge.asDelivered(written, at)
      if (value !== undefined) merged.push(value)
    }
  }
  return merged
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
  const list = (key: 'add' | 'remove') => {
    const value = written[key] ?? []
    if (Array.isArray(value)) return value as unknown[]
    loc.at(key).report('wrongType', { value: JSON.stringify(value).slice(0, 40), wanted: 'array' })
    return []
  }
  const text = (key: 'before' | 'after') => {
    const value = written[key]
    if (value === undefined || typeof value === 'string') return value
    loc.at(key).report('wrongType', { value: JSON.stringify(value).slice(0, 40), wanted: 'string' })
    return undefined
  }
  const remove = list('remove').map((value, at) => {
    const name = isObject(value) || Array.isArray(value) ? undefined : String(value)
    if (name === undefined)
      loc
        .at('remove', at)
        .report('wrongType', { value: JSON.stringify(value).slice(0, 40), wanted: 'string' })
    return name ?? ''
  })
  const [before, after] = [text('before'), text('after')]
  return {
    add: list('add'),
    remove,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}
