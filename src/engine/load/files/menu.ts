/**
 * Compiles the menus from the links of resources and of `menu.json`. Checks paths: a resource must not use the path of
 * another page, and a link must lead to an existing page. A link is shown only to users who may open its page.
 */
import { highest, type Needed } from '../../../domain/authority'
import type { CompiledMenu, CompiledMenuItem, CompiledResource } from '../../compiled'
import type { Menu } from '../../shapes/files'
import type { Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import { supportedParts } from '../resource/context'
import { localized } from '../texts'
import type { LevelOf } from './app'

/**
 * The link to a resource requires at least the level of its list.
 *
 * @param links the key `menu` of each resource file, by resource
 */
export function compileMenu(
  menu: Menu,
  root: Location,
  resources: Readonly<Record<string, CompiledResource>>,
  links: Readonly<Record<string, Resource['menu']>>,
  levelOf: LevelOf,
): CompiledMenu {
  const resourceItems = Object.values(resources).flatMap(resource => {
    const link = links[resource.name]
    if (!link) return []
    const level = highest(levelOf(link.level), resource.access.list)
    const label = localized(link.label) ?? resource.label
    return [{ ...link, name: resource.name, label, to: resource.path, level, resource: resource.name }]
  })
  const menuItems = menu.links.map(link => ({
    ...link,
    label: localized(link.label),
    level: levelOf(link.level),
    resource: undefined,
  }))
  const all = [...resourceItems, ...menuItems]
  // Names of resources are unique, so a repeated name is always that of a link, which comes after them.
  root.expectUnique(
    all.map(({ name }) => name),
    at => root.at('links', at - resourceItems.length, 'name'),
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

/** A page of the console. In its path, `{…}` stands for any segment. */
interface ConsolePage {
  address: string
  /** The lowest level that may open it; if absent, every signed-in user may. */
  level?: Needed
}

/** Pages without a resource (§2; `PAGES` of the console's `shell/routes`), to which links may lead. */
const PRODUCT_PAGES: readonly ConsolePage[] = [
  { address: '/app/main/{product}' },
  { address: '/app/profile' },
]

/** Paths that resources must not use, including all paths below them. */
const RESERVED_PAGES: readonly ConsolePage[] = [
  ...PRODUCT_PAGES,
  { address: '/app/login' },
  { address: '/app/error' },
]

/** The pages of a resource: its list, its forms, and further pages of its feature. */
function pagesOf({ name, path, access, list, form, formCreates }: CompiledResource): ConsolePage[] {
  const page = (address: string, level: Needed): ConsolePage => ({ address: path + address, level })
  const hasForms = form && !supportedParts(name).embeddedForm
  return [
    ...(list ? [page('', access.list)] : []),
    ...(hasForms && formCreates ? [page('/edit', access.create)] : []),
    ...(hasForms ? [page('/edit/{id}', access.edit)] : []),
    ...(name === 'orders' ? [page('/compose', access.create), page('/{id}', access.show)] : []),
  ]
}

/** Names that resources must not have, since react-admin routes `/{resource}` to the resource. */
const RESERVED_NAMES = ['app', 'login', 'register', 'error']

const segmentsOf = (address: string) => address.split('/').filter(part => part !== '')

/** True if a path exists that matches both patterns. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [segmentsOf(one), segmentsOf(other)]
  return (
    left.length === right.length &&
    left.every((part, at) => part === right[at] || part.startsWith('{') || right[at]!.startsWith('{'))
  )
}

/** Reports resources whose paths belong to another page; of two resources with the same path, the second. */
export function checkPaths(
  resources: Readonly<Record<string, CompiledResource>>,
  rootOf: (resource: string) => Location,
): void {
  const before: CompiledResource[] = []
  for (const resource of Object.values(resources)) {
    const { name, path } = resource
    if (RESERVED_NAMES.includes(name)) rootOf(name).report('resourceName', { name })
    const loc = rootOf(name).at('path')
    const addresses = addressesOf(resource)
    const other = before.find(earlier =>
      addressesOf(earlier).some(taken => addresses.some(address => overlap(taken, address))),
    )
    if (RESERVED_PAGES.some(page => isBelow(path, page))) loc.report('pathReserved', { path })
    else if (other) loc.report('pathTaken', { path, other: other.name })
    before.push(resource)
  }
}

/** Whether the path is that of the page or below it, whatever stands for its first `{…}`. */
function isBelow(path: string, { address }: ConsolePage): boolean {
  const root = address.replace(/\/\{.*$/, '')
  return path === root || path.startsWith(`${root}/`)
}

/** The paths of its pages, including the pages of a form that may be added later. */
function addressesOf(resource: CompiledResource): string[] {
  const { path } = resource
  return [path, `${path}/edit`, `${path}/edit/{id}`, ...pagesOf(resource).map(({ address }) => address)]
}

/** Reports links of `menu.json` to missing pages, and raises the level of each link to that of its page. */
export function checkMenuLinks(
  menu: CompiledMenu,
  links: readonly { name: string; to: string }[],
  products: readonly string[] | undefined,
  resources: Readonly<Record<string, CompiledResource>>,
  root: Location,
): void {
  const pages = [...Object.values(resources).flatMap(pagesOf), ...PRODUCT_PAGES]
  const addresses = [
    ...pages.map(({ address }) => address).filter(address => !address.includes('{')),
    ...(products ?? []).map(slug => `/app/main/${slug}`),
  ]
  for (const [at, { name, to }] of links.entries()) {
    if (!to.startsWith('/')) continue
    // Without query, fragment and trailing slash.
    const address = to.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')
    const page = pages.find(one => overlap(one.address, address))
    const product = /^\/app\/main\/([^/]+)$/.exec(address)?.[1]
    if (!page || (product !== undefined && products && !products.includes(product)))
      root.at('links', at, 'to').expectKnown(address, addresses, 'linkNowhere')
    const item = menu.items.find(one => one.name === name && one.to === to)
    if (item && page?.level) item.level = highest(item.level, page.level)
  }
}
