/**
 * Compiles the menus: the links of resources and those of `menu.json`, in one order. Checks their addresses: no
 * resource at the address of a page of the product, no link to a page that does not exist; a link is shown only to
 * those who may open its page.
 */
import { highest, type Needed } from '../../../domain/authority'
import type { CompiledMenu, CompiledMenuItem, CompiledResource } from '../../compiled'
import type { Menu } from '../../shapes/files'
import type { Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import { effectsOf } from '../resource/context'
import { localized } from '../texts'
import type { LevelOf } from './app'

/**
 * The link of a resource needs the level of its list; `level` in its `menu` can only raise that.
 *
 * @param links by resource, the `menu` of its file
 */
export function compileMenu(
  menu: Menu,
  root: Location,
  resources: Readonly<Record<string, CompiledResource>>,
  links: Readonly<Record<string, Resource['menu']>>,
  levelOf: LevelOf,
): CompiledMenu {
  const ofResources = Object.values(resources).flatMap(resource => {
    const link = links[resource.name]
    if (!link) return []
    const level = highest(levelOf(link.level), resource.access.list)
    const label = localized(link.label) ?? resource.label
    return [{ ...link, name: resource.name, label, to: resource.path, level, resource: resource.name }]
  })
  const ofMenu = menu.links.map(link => ({
    ...link,
    label: localized(link.label),
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

/** Address pattern of a page of the console: `{…}` matches any one segment. */
interface PageAt {
  address: string
  /** The level that may open it; without it every signed-in user may. */
  level?: Needed
}

/** Pages without a resource (§2; `PAGES` of the console's `shell/routes`), to which links may lead. */
const PRODUCT_PAGES: readonly PageAt[] = [{ address: '/app/main/{product}' }, { address: '/app/profile' }]

/** Addresses that no resource may have, with everything below them. */
const RESERVED_PAGES: readonly PageAt[] = [
  ...PRODUCT_PAGES,
  { address: '/app/login' },
  { address: '/app/error' },
]

/** The pages of a resource: its list, its forms, and further pages of its feature. */
function pagesOf({ name, path, access, list, form, formCreates }: CompiledResource): PageAt[] {
  const page = (address: string, level: Needed): PageAt => ({ address: path + address, level })
  const hasForms = form && !effectsOf(name).adds
  return [
    ...(list ? [page('', access.list)] : []),
    ...(hasForms && formCreates ? [page('/edit', access.create)] : []),
    ...(hasForms ? [page('/edit/{id}', access.edit)] : []),
    ...(name === 'orders' ? [page('/compose', access.create), page('/{id}', access.show)] : []),
  ]
}

/** First parts of addresses of the product: react-admin leads `/{resource}` to the resource. */
const RESERVED_NAMES = ['app', 'login', 'register', 'error']

const partsOf = (address: string) => address.split('/').filter(part => part !== '')

/** Whether one address can match both patterns. */
function canBeBoth(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)]
  return (
    left.length === right.length &&
    left.every((part, at) => part === right[at] || part.startsWith('{') || right[at]!.startsWith('{'))
  )
}

/**
 * Two resources at one address, or one at a page of another or of the product; the one that stands later in the folder
 * is named.
 */
export function checkPaths(
  resources: Readonly<Record<string, CompiledResource>>,
  rootOf: (resource: string) => Location,
): void {
  const before: CompiledResource[] = []
  for (const resource of Object.values(resources)) {
    const { name, path } = resource
    if (RESERVED_NAMES.includes(name)) rootOf(name).report('resourceName', { name })
    const loc = rootOf(name).at('path')
    const mine = addressesOf(resource)
    const other = before.find(one =>
      addressesOf(one).some(address => mine.some(own => canBeBoth(address, own))),
    )
    if (RESERVED_PAGES.some(page => isBelow(path, page))) loc.report('pathReserved', { path })
    else if (other) loc.report('pathTaken', { path, other: other.name })
    before.push(resource)
  }
}

function isBelow(path: string, { address }: PageAt): boolean {
  const root = address.replace(/\/\{.*$/, '')
  return path === root || path.startsWith(`${root}/`)
}

/** Addresses of its pages, also of those that it gets once it has a form. */
function addressesOf(resource: CompiledResource): string[] {
  const { path } = resource
  return [path, `${path}/edit`, `${path}/edit/{id}`, ...pagesOf(resource).map(({ address }) => address)]
}

/** Links of `menu.json` lead to pages that there are; who may not open the page does not see the link. */
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
    const address = to.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')
    const page = pages.find(one => canBeBoth(one.address, address))
    const product = /^\/app\/main\/([^/]+)$/.exec(address)?.[1]
    if (!page || (product !== undefined && products && !products.includes(product)))
      root.at('links', at, 'to').expectKnown(address, addresses, 'linkNowhere')
    const item = menu.items.find(one => one.name === name && one.to === to)
    if (item && page?.level) item.level = highest(item.level, page.level)
  }
}
