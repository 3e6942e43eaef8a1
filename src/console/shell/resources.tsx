/**
 * Where features plug in. A feature's `index.ts` exports a `Feature` (its screens) and, when it opens dialogs from lists,
 * `Action`s; it is named here and nowhere else. A resource of config without a feature has the screens that config describes.
 */
import { matchPath } from 'react-router'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import { devices as batchDevices } from '../features/batches'
import { ComposePage } from '../features/compose'
import { Dashboard } from '../features/dashboard'
import { control, orders } from '../features/orders'
import { ProfilePage } from '../features/profile'
import { create, edit, recordScreens, remove } from '../features/records'
import { registerDevices } from '../features/roster'
import { paths } from '../paths'
import type { Actions, Feature } from '../ui/feature'
import { isNewRecord, ResourceRoutes } from './ResourceRoutes'

const FEATURES: Feature[] = [{ ...orders, pages: { compose: { Screen: ComposePage, needs: 'create' } } }]

/** The code behind the action names of config (`engine/registry.ts`, ACTIONS). */
export const ACTIONS: Required<Actions> = {
  control,
  registerDevices,
  devices: batchDevices,
  create,
  edit,
  delete: remove,
}

const featureOf = (resource: CompiledResource): Omit<Feature, 'resource'> =>
  FEATURES.find(one => one.resource === resource.name) ?? { screens: recordScreens(resource) }

/** The routes of every resource of config, for react-admin to mount. */
export function resourceRoutes(config: CompiledConfig) {
  return Object.values(config.resources).map(resource => (
    <ResourceRoutes
      key={resource.name}
      name={resource.path.replace(/^\//, '')}
      resource={resource.name}
      {...featureOf(resource)}
    />
  ))
}

/** The screen that an address leads to, as `ResourceRoutes` has it, so that it can be fetched before anything is shown. */
export function screenAt(config: CompiledConfig, address: string): object | undefined {
  for (const resource of Object.values(config.resources)) {
    const { screens, pages = {} } = featureOf(resource)
    const at = (path: string) => matchPath(resource.path + path, address)
    if (at('')) return screens.list
    if (at('/edit')) return screens.create
    const edited = at('/edit/:id')
    if (edited) return isNewRecord(edited.params.id) ? screens.create : screens.edit
    const page = Object.keys(pages).find(path => at(`/${path}`))
    if (page) return pages[page]?.Screen
    if (at('/:id')) return screens.show
  }
  if (matchPath(paths.main(':product'), address)) return Dashboard
  return matchPath(paths.profile, address) ? ProfilePage : undefined
}
