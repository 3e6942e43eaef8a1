/**
 * Compiles the menus from the links of resources and of `menu.json`. Checks paths: a resource must not use the path of
 * another page, and a link must lead to an existing page. A link is shown only to users who may open its page.
 */
import { highest, type Needed } from '../../../domain/authority'
import type { CompiledMenu, CompiledMenuItem, CompiledResource } from '../../compiled'
import { localized } from '../../i18n'
import type { Menu } from '../../shapes/files'
import type { Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import { supportedParts } from '../resource/context'
import type { LevelOf } from './app'

type Resources = Readonly<Record<string, CompiledResource>>

/**
 * The link to a resource requires at least the level of its list.
 *
 * @param links the key `menu` of each resource file, by resource
 */
export function compileMenu(
  menu: Menu,
  root: Location,
  resources: Resources,
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
  const items = [...resourceItems, ...menuItems]
  // Names of resources are unique, so the second of two equal names always belongs to a link of `menu.json`.
  root.expectUnique(
    items.map(({ name }) => name),
    index => root.at('links', index - resourceItems.length, 'name'),
  )
  return {
    slots: {
      bar: { level: levelOf(menu.slots.bar.level) },
      settings: { level: levelOf(menu.slots.settings.level) },
    },
    items: items
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

/** The pages of a resource: its list, its forms, the page of a record, and further pages of its feature. */
function pagesOf({ name, path, access, list, form, formCreates }: CompiledResource): ConsolePage[] {
  const page = (address: string, level: Needed): ConsolePage => ({ address: path + address, level })
  const hasForms = form && !supportedParts(name).embeddedForm
  return [
    ...(list ? [page('', access.list)] : []),
    ...(hasForms && formCreates ? [page('/edit', access.create)] : []),
    ...(hasForms ? [page('/edit/{id}', access.edit), page('/{id}/show', access.show)] : []),
    ...(name === 'orders' ? [page('/compose', access.create), page('/{id}', access.show)] : []),
  ]
}

/** Names that resources must not have, since react-admin routes `/{resource}` to the resource. */
const RESERVED_NAMES = ['app', 'login', 'register', 'error']

const segmentsOf = (address: string) => address.split('/').filter(part => part !== '')

/** True if some path matches both patterns. */
function overlap(pattern: string, otherPattern: string): boolean {
  const [left, right] = [segmentsOf(pattern), segmentsOf(otherPattern)]
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const otherPart = right[index]!
      return part === otherPart || part.startsWith('{') || otherPart.startsWith('{')
    })
  )
}

/** Reports resources whose paths belong to another page; of two resources with the same path, the second. */
export function checkPaths(resources: Resources, rootOf: (resource: string) => Location): void {
  const earlierResources: CompiledResource[] = []
  for (const resource of Object.values(resources)) {
    const { name, path } = resource
    if (RESERVED_NAMES.includes(name)) rootOf(name).report('resourceName', { name })
    const loc = rootOf(name).at('path')
    const addresses = addressesOf(resource)
    const other = earlierResources.find(earlier =>
      addressesOf(earlier).some(earlierAddress =>
        addresses.some(address => overlap(earlierAddress, address)),
      ),
    )
    if (RESERVED_PAGES.some(page => isBelow(path, page))) loc.report('pathReserved', { path })
    else if (other) loc.report('pathTaken', { path, other: other.name })
    earlierResources.push(resource)
  }
}

/** Whether the path is that of the page or below it; `/app/main/{product}` counts as `/app/main`. */
function isBelow(path: string, { address }: ConsolePage): boolean {
  const root = address.replace(/\/\{.*$/, '')
  return path === root || path.startsWith(`${root}/`)
}

/** The paths of all pages of a resource, and of the form and page that config may add later. */
function addressesOf(resource: CompiledResource): string[] {
  const { path } = resource
  return [
    path,
    `${path}/edit`,
    `${path}/edit/{id}`,
    `${path}/{id}/show`,
    ...pagesOf(resource).map(({ address }) => address),
  ]
}

type MenuLink = Pick<Menu['links'][number], 'name' | 'to'>

const allPages = (resources: Resources): ConsolePage[] => [
  ...Object.values(resources).flatMap(pagesOf),
  ...PRODUCT_PAGES,
]

/** The path that a link of `menu.json` leads to, without query, fragment and trailing slash. */
const addressOf = ({ to }: MenuLink): string => to.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')

/** Reports links of `menu.json` to missing pages. */
export function checkMenuLinks(
  links: readonly MenuLink[],
  products: readonly string[] | undefined,
  resources: Resources,
  root: Location,
): void {
  const pages = allPages(resources)
  const knownAddresses = [
    ...pages.map(({ address }) => address).filter(address => !address.includes('{')),
    ...(products ?? []).map(slug => `/app/main/${slug}`),
  ]
  for (const [index, link] of links.entries()) {
    if (!link.to.startsWith('/')) continue
    const address = addressOf(link)
    const hasPage = pages.some(page => overlap(page.address, address))
    const product = /^\/app\/main\/([^/]+)$/.exec(address)?.[1]
    const isProductUnknown = product !== undefined && products && !products.includes(product)
    if (!hasPage || isProductUnknown)
      root.at('links', index, 'to').expectKnown(address, knownAddresses, 'linkNowhere')
  }
}

/** Raises the level of each link of `menu.json` to that of its page; changes the items of the menu. */
export function raiseLinkLevels(menu: CompiledMenu, links: readonly MenuLink[], resources: Resources): void {
  const pages = allPages(resources)
  for (const link of links) {
    const page = pages.find(({ address }) => overlap(address, addressOf(link)))
    const item = menu.items.find(({ name, to }) => name === link.name && to === link.to)
    if (item && page?.level) item.level = highest(item.level, page.level)
  }
}
