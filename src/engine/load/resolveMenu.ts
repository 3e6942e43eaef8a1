/** The menus: the links that resources bring along, and those of `menu.json`, in one order. */
import type { LevelName } from '../../domain/authority'
import type { CompiledMenu, CompiledMenuItem, CompiledResource } from '../compiled'
import type { Menu } from '../shapes/menu'
import type { Resource } from '../shapes/resource'
import type { JsonSource } from './JsonSource'
import { higher, levelOf, words, wordsOr } from './parts'

/**
 * A resource's link is there for whom its list is there for; `level` in its `menu` can only ask for more.
 *
 * @param files the sources of the resources, by name: their `menu` is read from there
 */
export function compileMenu(
  menu: Menu,
  source: JsonSource,
  resources: Readonly<Record<string, CompiledResource>>,
  files: ReadonlyMap<string, JsonSource>,
  alias: LevelName,
): CompiledMenu {
  const items: (CompiledMenuItem & { order: number })[] = []
  for (const [name, resource] of Object.entries(resources)) {
    const link = (files.get(name)?.value as Resource | undefined)?.menu
    if (!link) continue
    items.push({
      name,
      slot: link.slot,
      label: wordsOr(link.label, resource.label),
      to: resource.path,
      ...(link.icon ? { icon: link.icon } : {}),
      level: higher(levelOf(link.level, 'none', alias), resource.access.list),
      resource: name,
      order: link.order,
    })
  }
  for (const [at, link] of menu.links.entries()) {
    if (items.some(item => item.name === link.name)) {
      source.report(['links', at, 'name'], 'duplicate', { name: link.name })
    }
    items.push({
      name: link.name,
      slot: link.slot,
      label: words(link.label),
      to: link.to,
      ...(link.icon ? { icon: link.icon } : {}),
      level: levelOf(link.level, 'none', alias),
      order: link.order,
    })
  }
  return {
    slots: {
      bar: { level: levelOf(menu.slots.bar.level, 'none', alias) },
      settings: { level: levelOf(menu.slots.settings.level, 'none', alias) },
    },
    items: items.sort((one, other) => one.order - other.order).map(({ order: _, ...item }) => item),
  }
}
