/**
 * Applies the owner's changes to a delivered list: `{"remove": ["edition"], "add": ["site"], "after": "serial"}`.
 * Entries are identified by name (`entryName`). Added entries replace delivered ones of the same name, and come last
 * unless `before` or `after` names another place. Unknown names are warnings, since an upgrade may have removed the
 * entry.
 */
import { isObject } from '../../../domain/own'
import type { Location } from '../Location'
import type { Steps } from '../problems'
import { suggest } from '../suggest'
import type { Layer, LayeredFile, PlacedValue } from './LayeredFile'
import { entryName } from './mergeShape'

export const LIST_CHANGES = ['add', 'remove', 'before', 'after'] as const

/** The part of the file merger that lists need. */
export interface Merger {
  file: LayeredFile
  /** Records where the value at `steps` was written. */
  recordOrigin(layer: Layer, written: Steps, steps: Steps): void
  /** The delivered value without its left-out parts; `undefined` if it is left out itself. */
  takeDelivered(delivered: PlacedValue, steps: Steps): unknown
}

interface Entry {
  layer: Layer
  written: PlacedValue
}

/** The delivered list with the owner's changes applied. */
export function applyListChanges(
  own: PlacedValue,
  delivered: PlacedValue | undefined,
  steps: Steps,
  merger: Merger,
): unknown[] {
  const loc = merger.file.own!.root.at(...own.steps)
  const changes = readChanges(own.value as Record<string, unknown>, loc)
  const list = Array.isArray(delivered?.value) ? (delivered.value as unknown[]) : []
  const entries = list.map(
    (value, at): Entry => ({
      layer: 'delivered',
      written: { value, steps: [...delivered!.steps, at] },
    }),
  )
  const names = entries.map(({ written }) => entryName(written.value) ?? '')
  const expectDelivered = (name: string, at: Location) => {
    if (!names.includes(name)) at.warn('notDelivered', { name, hint: suggest(name, names) ?? '' })
    return names.includes(name)
  }
  for (const [at, name] of changes.remove.entries()) expectDelivered(name, loc.at('remove', at))
  // Entries that the owner added before a release delivered them stay the owner's.
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
  const anchorIndex = kept.findIndex(({ written }) => entryName(written.value) === anchor)
  if (anchor !== undefined) expectDelivered(anchor, loc.at(before === undefined ? 'after' : 'before'))
  const indexAtAnchor = before === undefined ? anchorIndex + 1 : anchorIndex
  const insertAt = anchorIndex < 0 ? kept.length : indexAtAnchor
  const merged: unknown[] = []
  for (const { layer, written } of [...kept.slice(0, insertAt), ...added, ...kept.slice(insertAt)]) {
    const at = [...steps, merged.length]
    if (layer === 'own') {
      merger.recordOrigin('own', written.steps, at)
      merged.push(written.value)
    } else {
      const value = merger.takeDelivered(written, at)
      if (value !== undefined) merged.push(value)
    }
  }
  return merged
}

/** Of a value in an error, in characters of JSON. */
const MAX_QUOTE_LENGTH = 40

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
  const reportType = (at: Location, value: unknown, wanted: 'array' | 'string') =>
    at.report('wrongType', { value: JSON.stringify(value).slice(0, MAX_QUOTE_LENGTH), wanted })
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
  const remove = list('remove').map((value, at) => {
    if (!isObject(value) && !Array.isArray(value)) return String(value)
    reportType(loc.at('remove', at), value, 'string')
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
