/**
 * Where features plug in. A feature's `index.ts` exports a `Feature` (its screens) and, when it opens dialogs from lists,
 * `Action`s; it is named here and nowhere else. A resource of config without a feature shows what will come.
 */
import { useResourceContext } from 'ra-core'
import type { CompiledConfig } from '../../engine/compiled'
import { useConfig, useWords } from '../config'
import { devices } from '../features/devices'
import { control, orders } from '../features/orders'
import { registerDevices } from '../features/roster'
import { ComingSoon } from '../ui/ComingSoon'
import type { Actions, Feature } from '../ui/feature'
import { ResourceRoutes } from './ResourceRoutes'

const FEATURES: Feature[] = [devices, orders]

/** The code behind the action names of config (`engine/registry.ts`, ACTIONS). */
export const ACTIONS: Actions = { control, registerDevices }

/** The routes of every resource of config, for react-admin to mount. */
export function resourceRoutes(config: CompiledConfig) {
  return Object.values(config.resources).map(({ name, path }) => (
    <ResourceRoutes
      key={name}
      name={path.replace(/^\//, '')}
      resource={name}
      screens={FEATURES.find(feature => feature.resource === name)?.screens ?? COMING}
    />
  ))
}

/** Names with a sentence of their own under `shell.coming`. */
const ANNOUNCED = ['devices', 'orders', 'batches', 'clients', 'vendors']

function Coming() {
  const name = useResourceContext() ?? ''
  const words = useWords()
  const { label } = useConfig().resources[name] ?? {}
  return <ComingSoon what={ANNOUNCED.includes(name) ? name : 'records'} title={words(label) || undefined} />
}

const COMING: Feature['screens'] = { list: Coming, edit: Coming, create: Coming }
