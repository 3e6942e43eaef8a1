/** Every call there is, by room. What is not here has no route; what is here has one, or stands in `PENDING`. */
import { auth } from './auth'
import { batches } from './batches'
import { clients } from './clients'
import { config } from './config'
import { dashboard } from './dashboard'
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
  return Object.entries(endpoints).flatMap(([room, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({
      name: `${room}.${call}`,
      endpoint: endpoint as Endpoint,
    })),
  )
}

/** Declared calls whose routes later issues bring; each is taken out of here by the issue that builds it. */
export const PENDING: readonly string[] = []
