/** Where what was found leads. */
import type { SearchHit } from '../../../contract/search'
import { digitsOf } from '../../../domain/phone'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { editPath } from '../../paths'

/** A line of the search box. */
export interface Hit {
  key: string
  /** Of the resource, for the heading above it. */
  resource: string
  name: string
  detail: string
  to: string
}

/** Where devices are listed: numbers lead there, found or not. */
const DEVICES = 'devices'

/** The address of a list in which the search has this text. */
export function listWith(resource: CompiledResource, text: string): string {
  const search = resource.list?.filters.find(({ type }) => type === 'search')
  if (!search) return resource.path
  return `${resource.path}?${new URLSearchParams({ filter: JSON.stringify({ [search.name]: text }) })}`
}

/**
 * What the server found, each with its address: the form where there is one and the user may use it, else the list with the
 * record in it. Numbers can also be looked for in the device list, which is all there is where the server has no search.
 *
 * @param found `undefined` where the server has no such call (decision 22)
 */
export function hitsOf(
  config: CompiledConfig,
  may: (resource: string, action: string) => boolean,
  text: string,
  found: readonly SearchHit[] | undefined,
): Hit[] {
  const hits = (found ?? []).flatMap(({ resource: name, id, name: called, detail }) => {
    const resource = Object.hasOwn(config.resources, name) ? config.resources[name] : undefined
    if (!resource || !may(name, 'list')) return []
    const to =
      resource.form && may(name, 'edit')
        ? editPath(resource.path, id)
        : listWith(resource, name === DEVICES ? String(id) : called)
    return [{ key: `${name} ${id}`, resource: name, name: called, detail, to }]
  })
  const digits = /^[\d\s.+-]+$/.test(text) ? digitsOf(text) : ''
  const devices = config.resources[DEVICES]
  const isThere = hits.some(hit => hit.resource === DEVICES)
  if (digits.length < 2 || isThere || !devices || !may(DEVICES, 'list')) return hits
  return [
    ...hits,
    { key: 'list', resource: DEVICES, name: digits, detail: '', to: listWith(devices, digits) },
  ]
}
