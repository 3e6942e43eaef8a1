/**
 * Where features plug in. A feature's `index.ts` exports a `Feature` (its screens) and, when it opens dialogs from lists,
 * `Action`s; it is named here and nowhere else. A resource of config without a feature has the screens that config describes.
 */
import type { CompiledConfig } from '../../engine/compiled'
import { devices as batchDevices } from '../features/batches'
import { ComposePage } from '../features/compose'
import { devices } from '../features/devices'
import { control, orders } from '../features/orders'
import { create, edit, recordScreens, remove } from '../features/records'
import { registerDevices } from '../features/roster'
import type { Actions, Feature } from '../ui/feature'
import { ResourceRoutes } from './ResourceRoutes'

const FEATURES: Feature[] = [
  devices,
  { ...orders, pages: { compose: { Screen: ComposePage, needs: 'create' } } },
]

/** The code behind the action names of config (`engine/registry.ts`, ACTIONS). */
export const ACTIONS: Required<Actions> = {
  control,
  registerDevices,
  devices: batchDevices,
  create,
  edit,
  delete: remove,
}

/** The routes of every resource of config, for react-admin to mount. */
export function resourceRoutes(config: CompiledConfig) {
  return Object.values(config.resources).map(resource => {
    const feature = FEATURES.find(one => one.resource === resource.name)
    return (
      <ResourceRoutes
        key={resource.name}
        name={resource.path.replace(/^\//, '')}
        resource={resource.name}
        screens={feature?.screens ?? recordScreens(resource)}
        pages={feature?.pages}
      />
    )
  })
}
