/**
 * Every screen behind the sign-in, in one table, of which react-admin mounts the routes and the screen of the first
 * address is fetched ahead. A screen of its own is a line in `PAGES`. A feature's screens of a resource are its
 * `Feature`, named in `FEATURES`; a resource of config without a feature has the screens that config describes. The
 * menu is config's.
 *
 * Instead of `Resource`: it knows the addresses /{name}, /{name}/create and /{name}/{id} only; §2 has others.
 */
import { Resource, ResourceContextProvider, RestoreScrollPosition } from 'ra-core'
import type { ComponentType } from 'react'
import { matchPath, Route, Routes, useParams } from 'react-router'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import type { RecordAction } from '../../engine/registry'
import { useMayAccess } from '../auth/access'
import type { Actions, Feature } from '../feature'
import { devices as batchDevices } from '../features/batches'
import { ComposePage } from '../features/compose'
import { Dashboard } from '../features/dashboard'
import { DevicePage } from '../features/device'
import { batchSecrets, deviceSecret } from '../features/deviceSecrets'
import { control, orders } from '../features/orders'
import { ProfilePage } from '../features/profile'
import { create, edit, recordScreens, remove } from '../features/records'
import { registerDevices } from '../features/roster'
import { paths } from '../paths'
import { MainPage } from './MainPage'
import { Denied, NotFound } from './StateScreens'

/** `code`: what is fetched for the screen, where that is a part of it. */
const PAGES: readonly { path: string; Screen: ComponentType; code?: object }[] = [
  { path: paths.main(':product'), Screen: MainPage, code: Dashboard },
  { path: paths.profile, Screen: ProfilePage },
]

const FEATURES: readonly Feature[] = [
  { ...orders, pages: { compose: { Screen: ComposePage, needs: 'create' } } },
]

/** The page of a record, where config describes one. */
const RECORD_PAGES: Readonly<Record<string, ComponentType>> = { devices: DevicePage }

/** The code behind the action names of config (`engine/registry.ts`, ACTIONS). */
export const ACTIONS: Required<Actions> = {
  control,
  registerDevices,
  deviceSecret,
  devices: batchDevices,
  batchSecrets,
  create,
  edit,
  delete: remove,
}

interface ResourceScreen {
  /** Beneath the address of the resource. */
  path: string
  /** What the user must be allowed to do with the resource. */
  needs: RecordAction
  /** The screen for the id in the address, where there is one. */
  screen: (id?: string) => ComponentType | undefined
}

const featureOf = (resource: CompiledResource): Omit<Feature, 'resource'> =>
  FEATURES.find(one => one.resource === resource.name) ?? {
    screens: { ...recordScreens(resource), show: resource.page && RECORD_PAGES[resource.name] },
  }

/** The screens of a resource (§2): everything else beneath its address is not found. */
function resourceScreens(resource: CompiledResource): ResourceScreen[] {
  const { screens, pages = {} } = featureOf(resource)
  return [
    { path: '', needs: 'list', screen: () => screens.list },
    // Who may see the list but not write gets the form's own refusal (`FormScreen`), which leads back.
    { path: 'edit', needs: 'list', screen: () => screens.create },
    { path: 'edit/:id', needs: 'list', screen: id => (isNewRecord(id) ? screens.create : screens.edit) },
    ...Object.entries(pages).map(([path, { Screen, needs }]) => ({ path, needs, screen: () => Screen })),
    // The records that have a page go by numbers; all else beneath the list is no address.
    {
      path: ':id',
      needs: 'show',
      screen: id => (resource.page && !/^\d+$/.test(id ?? '') ? undefined : screens.show),
    },
  ]
}

/** An id at or below 0 means a new record (§4). */
const isNewRecord = (id = '') => /^(0|-\d+)$/.test(id)

/** The routes of the pages, for react-admin's `CustomRoutes`. */
export const pageRoutes = PAGES.map(({ path, Screen }) => (
  <Route key={path} path={path} element={<Screen />} />
))

/** The routes of every resource of config, for react-admin to mount as its `Resource`. */
export const resourceRoutes = ({ resources }: CompiledConfig) =>
  Object.values(resources).map(resource => (
    <ResourceRoutes key={resource.name} name={resource.path.replace(/^\//, '')} resource={resource} />
  ))

/** The screen that an address leads to, so that it can be fetched before anything is shown. */
export function screenAt({ resources }: CompiledConfig, address: string): object | undefined {
  for (const resource of Object.values(resources)) {
    for (const { path, screen } of resourceScreens(resource)) {
      const match = matchPath(`${resource.path}/${path}`, address)
      if (match) return screen((match.params as { id?: string }).id)
    }
  }
  const page = PAGES.find(({ path }) => matchPath(path, address))
  return page?.code ?? page?.Screen
}

/** The resource whose list, as config describes it, stands at the address. */
export const recordListAt = (config: CompiledConfig, address: string): CompiledResource | undefined =>
  Object.values(config.resources).find(
    resource =>
      resource.list &&
      matchPath(resource.path, address) &&
      !FEATURES.some(one => one.resource === resource.name),
  )

interface ResourceRoutesProps {
  /** Where it is mounted, without the leading slash: react-admin takes the route from this name. */
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

ResourceRoutes.raName = Resource.raName

/** The resource under its own name, which is that of config, the API, sentences and access. */
ResourceRoutes.registerResource = ({ resource }: ResourceRoutesProps) =>
  Resource.registerResource({ name: resource.name, ...featureOf(resource).screens })

function RoutedScreen({ resource, needs, screen }: Omit<ResourceScreen, 'path'> & { resource: string }) {
  const { id } = useParams()
  const may = useMayAccess()
  const Screen = screen(id)
  if (!Screen) return <NotFound />
  // Another record is another screen: nothing of the last one's state stays.
  return may(resource, needs) ? <Screen key={id} /> : <Denied />
}
