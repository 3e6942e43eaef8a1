/**
 * Where features plug in. A feature's `index.ts` exports a `Feature` (its screens) and, when it opens dialogs from lists,
 * `Action`s; it is named here and nowhere else. A resource of config without a feature shows what will come.
 */
import type { CompiledConfig } from '../../engine/compiled'
import { ComingSoon } from '../ui/ComingSoon'
import type { Actions, Feature } from '../ui/feature'
import { ResourceRoutes } from './ResourceRoutes'

const FEATURES: Feature[] = []

/** The code behind the action names of config (`engine/registry.ts`, ACTIONS). */
export const ACTIONS: Actions = {}

/** The routes of every resource of config, for react-admin to mount. */
export function resourceRoutes(config: CompiledConfig) {
  return Object.values(config.resources).map(({ name, path }) => (
    <ResourceRoutes
      key={name}
      name={path.replace(/^\//, '')}
      resource={name}
      screens={FEATURES.find(feature => feature.resource === name)?.screens ?? coming(name)}
    />
  ))
}

/** Names with a sentence of their own under `shell.coming`. */
const ANNOUNCED = ['devices', 'orders', 'batches', 'clients', 'vendors']

function coming(name: string): Feature['screens'] {
  const what = ANNOUNCED.includes(name) ? name : 'records'
  const Coming = () => <ComingSoon what={what} />
  return { list: Coming, edit: Coming, create: Coming }
}
