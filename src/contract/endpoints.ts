/** Every call there is, by group: each has a route, and there is no other. */
import { auth } from './auth'
import { batches } from './batches'
import { clients } from './clients'
import { config } from './config'
import { dashboard } from './dashboard'
import { devicePage } from './devicePage'
import { devices } from './devices'
import type { Endpoint } from './endpoint'
import { history } from './history'
import { orders } from './orders'
import { pictures, records } from './records'
import { search } from './search'
import { uploads } from './uploads'
import { vendors } from './vendors'

export const endpoints = {
  auth,
  clients,
  vendors,
  batches,
  devices,
  devicePage,
  orders,
  records,
  pictures,
  search,
  history,
  dashboard,
  uploads,
  config,
} as const

/** The calls as a flat list, each with its name, such as `devices.list`. */
export function allEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({
      name: `${group}.${call}`,
      endpoint: endpoint as Endpoint,
    })),
  )
}
