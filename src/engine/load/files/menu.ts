/** The menus: the links that resources bring along, and those of `menu.json`, in one order. */
import { highest } from '../../../domain/authority'
import type { CompiledMenu, CompiledMenuItem, CompiledResource } from '../../compiled'
import type { Menu } from '../../shapes/menu'
import type { Resource } from '../../shapes/resource'
import type { Place } from '../Place'
import { type LevelOf, words } from '../words'

/**
 * A resource's link is there for whom its list is there for; `level` in its `menu` can only ask for more.
 *
 * @param links by resource, the `menu` of its file
 */
export function compileMenu(
  menu: Menu,
  root: Place,
  resources: Readonly<Record<string, CompiledResource>>,
  links: Readonly<Record<string, Resource['menu']>>,
  levelOf: LevelOf,
): CompiledMenu {
  const ofResources = Object.values(resources).flatMap(resource => {
    const link = links[resource.name]
    if (!link) return []
    const level = highest(levelOf(link.level), resource.access.list)
    const label = words(link.label) ?? resource.label
    return [{ ...link, name: resource.name, label, to: resource.path, level, resource: resource.name }]
  })
  const ofMenu = menu.links.map(link => ({
    ...link,
    label: words(link.label),
    level: levelOf(link.level),
    resource: undefined,
  }))
  const all = [...ofResources, ...ofMenu]
  root.expectUnique(
    all.map(({ name }) => name),
    at => root.at('links', at - ofResources.length, 'name'),
  )
  return {
    slots: {
      bar: { level: levelOf(menu.slots.bar.level) },
      settings: { level: levelOf(menu.slots.settings.level) },
    },
    items: all
      .sort((one, other) => one.order - other.order)
      .map(({ order: _, ...item }): CompiledMenuItem => item),
  }
}
