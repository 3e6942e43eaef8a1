/** The options of the search box, each with the path that it opens. */
import type { SearchHit } from '../../../contract/search'
import { ownValue } from '../../../domain/own'
import { digitsOf } from '../../../domain/phone'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { editPath } from '../../paths'
import { pageOf } from '../../recordPage'

export interface Hit {
  /** Unique among the hits; `list` for the hit that opens the device list. */
  key: string
  resource: string
  name: string
  detail: string
  to: string
}

const DEVICES = 'devices'

/** The path of a list, searched for this text. */
export function listWith(resource: CompiledResource, text: string): string {
  const search = resource.list?.filters.find(({ type }) => type === 'search')
  if (!search) return resource.path
  return `${resource.path}?${new URLSearchParams({ filter: JSON.stringify({ [search.name]: text }) })}`
}

/**
 * The hits of a search. A hit opens the record's page; if it has none, its form (if the user may open it); else
 * the list, searched for the record. If digits match no device, a last hit opens the device list.
 *
 * @param found the server's results; undefined if it lacks the call (decision 22)
 */
export function hitsOf(
  config: CompiledConfig,
  may: (resource: string, action: string) => boolean,
  text: string,
  found: readonly SearchHit[] = [],
): Hit[] {
  const hits = found.flatMap(({ resource: name, id, name: title, detail }) => {
    const resource = ownValue(config.resources, name)
    if (!resource || !may(name, 'list')) return []
    const searchText = name === DEVICES ? String(id) : title
    const mayOpen = may(name, 'edit') || may(name, 'show')
    const formPath = resource.form && mayOpen ? editPath(resource.path, id) : undefined
    const to = pageOf(resource, id) ?? formPath ?? listWith(resource, searchText)
    return [{ key: `${name} ${id}`, resource: name, name: title, detail, to }]
  })
  // Only digits and the separators of phone numbers.
  const digits = /^[\d\s.+-]+$/.test(text) ? digitsOf(text) : ''
  const devices = config.resources[DEVICES]
  const hasDevice = hits.some(({ resource }) => resource === DEVICES)
  if (digits.length >= 2 && !hasDevice && devices && may(DEVICES, 'list'))
    hits.push({ key: 'list', resource: DEVICES, name: digits, detail: '', to: listWith(devices, digits) })
  return hits
}
