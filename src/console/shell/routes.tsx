/**
 * The routes of all screens that need a session. Screens without a resource are in `PAGES`; resources with special
 * screens are in `FEATURES`; all other resources have the screens that config describes.
 *
 * These routes replace react-admin's `Resource`, which has only /{name}, /{name}/create and /{name}/{id}: §2 requires
 * others.
 */
import { Resource, ResourceContextProvider, RestoreScrollPosition } from 'ra-core'
import type { ComponentType } from 'react'
import { matchPath, Route, Routes, useParams } from 'react-router'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import type { RecordAction } from '../../engine/registry'
import { useMayAccess } from '../auth/access'
import type { Actions, Feature, Registry } from '../feature'
import { actions as ofBatches } from '../features/batches'
import { ComposePage } from '../features/compose'
import { Dashboard } from '../features/dashboard'
import { DevicePage, DevicePeek } from '../features/device'
import { actions as ofSecrets, useMoveQuestion } from '../features/deviceSecrets'
import { actions as ofImports } from '../features/imports'
import { actions as ofOrders, orders } from '../features/orders'
import { ProfilePage } from '../features/profile'
import { actions as ofRecords, recordScreens } from '../features/records'
import { actions as ofRoster } from '../features/roster'
import { actions as ofUndo } from '../features/undo'
import { paths } from '../paths'
import { isDetailPage } from '../recordPage'
import { MainPage } from './MainPage'
import { Denied, NotFound } from './StateScreens'

/** `lazyPart`: the lazy component to prefetch, if only a part of the screen is lazy. */
const PAGES: readonly { path: string; Screen: ComponentType; lazyPart?: object }[] = [
  { path: paths.main(':product'), Screen: MainPage, lazyPart: Dashboard },
  { path: paths.profile, Screen: ProfilePage },
]

const FEATURES: readonly Feature[] = [
  { ...orders, pages: { compose: { Screen: ComposePage, needs: 'create' } } },
]

/** The pages of records, for resources whose config has a `page`. */
const RECORD_PAGES: Readonly<Record<string, ComponentType>> = { devices: DevicePage }

/** The actions that config can name (`engine/registry.ts`, ACTIONS). */
const ACTIONS: Required<Actions> = {
  ...ofBatches,
  ...ofImports,
  ...ofOrders,
  ...ofRecords,
  ...ofRoster,
  ...ofSecrets,
  ...ofUndo,
}

/** What features add to the screens of resources. */
export const REGISTRY: Registry = {
  actions: ACTIONS,
  saveQuestions: { devices: useMoveQuestion },
  peeks: { devices: DevicePeek },
}

interface ResourceScreen {
  /** Relative to the address of the resource. */
  path: string
  /** The right to the resource that the screen requires. */
  needs: RecordAction
  /** The screen for the id in the address; undefined if there is none. */
  screen: (id?: string) => ComponentType | undefined
}

const featureOf = (resource: CompiledResource): Omit<Feature, 'resource'> =>
  FEATURES.find(feature => feature.resource === resource.name) ?? {
    screens: { ...recordScreens(resource), ...(resource.page && { show: RECORD_PAGES[resource.name] }) },
  }

/** The screens of a resource (§2). Any other address below it is not found. */
function resourceScreens(resource: CompiledResource): ResourceScreen[] {
  const { screens, pages = {} } = featureOf(resource)
  return [
    { path: '', needs: 'list', screen: () => screens.list },
    // `list` is enough: to users who may not open the form, the screen itself says so, and links back.
    { path: 'edit', needs: 'list', screen: () => screens.create },
    { path: 'edit/:id', needs: 'list', screen: id => (isNewRecord(id) ? screens.create : screens.edit) },
    ...Object.entries(pages).map(([path, { Screen, needs }]) => ({ path, needs, screen: () => Screen })),
    {
      path: isDetailPage(resource) ? ':id' : ':id/show',
      needs: 'show',
      // Ids of records with a page are numbers; any other address is not found.
      screen: id => (resource.page && !/^\d+$/.test(id ?? '') ? undefined : screens.show),
    },
  ]
}

/** An id of 0 or below stands for a new record (§4). */
const isNewRecord = (id = '') => /^(0|-\d+)$/.test(id)

/** The routes of the pages, for react-admin's `CustomRoutes`. */
export const pageRoutes = PAGES.map(({ path, Screen }) => (
  <Route key={path} path={path} element={<Screen />} />
))

/** The routes of all resources, which react-admin mounts like its `Resource`. */
export const resourceRoutes = ({ resources }: CompiledConfig) =>
  Object.values(resources).map(resource => (
    <ResourceRoutes key={resource.name} name={resource.path.replace(/^\//, '')} resource={resource} />
  ))

/** The lazy component of the screen at an address, so that it can be prefetched. */
export function screenAt({ resources }: CompiledConfig, address: string): object | undefined {
  for (const resource of Object.values(resources)) {
    for (const { path, screen } of resourceScreens(resource)) {
      const match = matchPath(`${resource.path}/${path}`, address)
      if (match) return screen((match.params as { id?: string }).id)
    }
  }
  const page = PAGES.find(({ path }) => matchPath(path, address))
  return page?.lazyPart ?? page?.Screen
}

/** The resource whose list is at the address; undefined for lists of a feature. */
export const recordListAt = (config: CompiledConfig, address: string): CompiledResource | undefined =>
  Object.values(config.resources).find(
    resource =>
      resource.list &&
      matchPath(resource.path, address) &&
      !FEATURES.some(feature => feature.resource === resource.name),
  )

interface ResourceRoutesProps {
  /** The path without its leading slash: react-admin uses this name as the route. */
  name: string
  resource: CompiledResource
}

function ResourceRoutes({ resource }: ResourceRoutesProps) {
  const may = useMayAccess()
  const { name } = resource
  if (!may(name, 'list')) return <Denied />
  return (
    <ResourceContextProvider value={name}>
      <Routes>
        {resourceScreens(resource).map(({ path, ...rest }) => {
          const screen = <RoutedScreen resource={name} {...rest} />
          const element =
            path === '' ? (
              <RestoreScrollPosition storeKey={`${name}.list.scrollPosition`}>{screen}</RestoreScrollPosition>
            ) : (
              screen
            )
          return <Route key={path} path={path} element={element} />
        })}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  )
}

// react-admin recognises a `Resource` among its children by this name, and calls its `registerResource`.
ResourceRoutes.raName = Resource.raName

/** Registers the resource under its name in config, which the API, i18n keys and access rights use, too. */
ResourceRoutes.registerResource = ({ resource }: ResourceRoutesProps) =>
  Resource.registerResource({ name: resource.name, ...featureOf(resource).screens })

function RoutedScreen({ resource, needs, screen }: Omit<ResourceScreen, 'path'> & { resource: string }) {
  const { id } = useParams()
  const may = useMayAccess()
  const Screen = screen(id)
  if (!Screen) return <NotFound />
  // With the key, another record does not inherit the state of the previous screen.
  return may(resource, needs) ? <Screen key={id} /> : <Denied />
}
