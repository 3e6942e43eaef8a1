/** The options of the search box, each with the path that it opens. */
import type { SearchHit } from '../../../contract/search'
import { ownValue } from '../../../domain/own'
import { digitsOf } from '../../../domain/phone'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { ActionName } from '../../../engine/registry'
import { filteredPath } from '../../paths'
import { pageOf } from '../../recordPage'

/** A dialog that a hit opens. */
export interface Opened {
  action: ActionName
  resource: string
  /** The id of the record on which the action acts. */
  id?: SearchHit['id']
  /** The code of the command for a device. */
  code?: string
}

export interface Hit {
  /** Unique among the hits; `list` for the hit that opens the device list. */
  key: string
  resource: string
  name: string
  detail: string
  to: string
  /** Opens a dialog instead of the path. */
  opens?: Opened
  /** Runs a command of the current screen instead of opening the path. */
  runs?: () => void
}

const DEVICES = 'devices'

/** The path of a list, searched for this text. */
export function listWith(resource: CompiledResource, text: string): string {
  const search = resource.list?.filters.find(({ type }) => type === 'search')
  if (!search) return resource.path
  return filteredPath(resource.path, { [search.name]: text })
}

/**
 * The hits of a search. A hit opens the record's page, or the list, searched for the record. For digits, a last hit
 * opens the device list.
 *
 * @param found the server's results; undefined if the server does not have the call (decision 22)
 */
export function hitsOf(
  config: CompiledConfig,
  may: (resource: string, action: string) => boolean,
  text: string,
  found: readonly SearchHit[] = [],
): Hit[] {
  const hits = found.flatMap<Hit>(({ resource: name, id, name: title, detail }) => {
    const resource = ownValue(config.resources, name)
    if (!resource || !may(name, 'list')) return []
    const searchText = name === DEVICES ? String(id) : title
    const to = (may(name, 'show') && pageOf(resource, id)) || listWith(resource, searchText)
    return [{ key: `${name} ${id}`, resource: name, name: title, detail, to }]
  })
  // Only digits and the separators of phone numbers.
  const digits = /^[\d\s.+-]+$/.test(text) ? digitsOf(text) : ''
  const devices = config.resources[DEVICES]
  if (digits.length < 2 || !devices || !may(DEVICES, 'list')) return hits
  const list = { key: 'list', resource: DEVICES, name: digits, detail: '', to: listWith(devices, digits) }
  // Inserted after the last device: hits of the same resource must be adjacent, since they share a heading.
  const lastDevice = hits.findLastIndex(({ resource }) => resource === DEVICES)
  return lastDevice < 0 ? [...hits, list] : hits.toSpliced(lastDevice + 1, 0, list)
}

/**
 * Splits a shown name at the searched text: before, match, after. Digits match across the separators of a phone number.
 * If they match several times, the last match counts: the server lists numbers that end with the digits first.
 */
export function splitAtMatch(shown: string, text: string): [before: string, match: string, after: string] {
  const digits = digitsOf(text)
  const isNumber = /^[\d\s.+-]+$/.test(text) && digits !== ''
  const at = isNumber
    ? lastMatch(shown, [...digits].join('-?'))
    : { index: shown.toLowerCase().indexOf(text.toLowerCase()), length: text.length }
  if (at.index < 0) return [shown, '', '']
  const end = at.index + at.length
  return [shown.slice(0, at.index), shown.slice(at.index, end), shown.slice(end)]
}

function lastMatch(shown: string, pattern: string): { index: number; length: number } {
  const match = [...shown.matchAll(new RegExp(`(?=(${pattern}))`, 'g'))].at(-1)
  return { index: match?.index ?? -1, length: match?.[1]?.length ?? 0 }
}
