/** All calls of the API, by group. Each has exactly one route. */
import { auth } from './auth'
import { batches } from './batches'
import { bulk } from './bulk'
import { clients } from './clients'
import { config } from './config'
import { dashboard } from './dashboard'
import { devicePage } from './devicePage'
import { deviceSecrets } from './deviceSecrets'
import { devices } from './devices'
import type { Endpoint } from './endpoint'
import { events } from './events'
import { exports } from './exports'
import { history } from './history'
import { imports, uploads } from './imports'
import { orders } from './orders'
import { pictures, records } from './records'
import { search } from './search'
import { vendors } from './vendors'

export const endpoints = {
  auth,
  clients,
  vendors,
  batches,
  devices,
  deviceSecrets,
  bulk,
  devicePage,
  orders,
  records,
  pictures,
  exports,
  imports,
  search,
  history,
  dashboard,
  events,
  uploads,
  config,
} as const

/** The calls as a flat list with names such as `devices.list`. */
export function allEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({
      name: `${group}.${call}`,
      endpoint: endpoint as Endpoint,
    })),
  )
}
