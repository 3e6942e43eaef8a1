/** The search box of the top bar. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { SEARCHED, type SearchHit } from '../../contract/search'
import { may } from '../../engine/access'
import type { Deps } from '../deps'
import { recordView } from '../store/records/view'
import {
  type Search,
  type Sees,
  searchBatches,
  searchClients,
  searchNumbers,
  searchVendors,
} from '../store/search'
import { type Tenant, tenantOf } from '../store/tenancy'
import { route } from './route'

const MOST_OF_EACH = 10

type Finder = (tenant: Tenant, search: Search, sees: Sees) => Promise<SearchHit[]>

const FINDERS = {
  devices: searchNumbers,
  vendors: searchVendors,
  clients: searchClients,
  batches: searchBatches,
} as const satisfies Record<SearchHit['resource'], Finder>

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.search.find, async ({ caller, query }) => {
    const config = deps.config.current().console
    const text = query.q.trim()
    const search = { text, max: MOST_OF_EACH, minDigits: config.app.limits.deviceSearch.min }
    const tenant = tenantOf(deps.db, caller)
    const found: SearchHit[] = []
    for (const resource of SEARCHED) {
      if (text === '' || !may(config, caller.level, resource, 'list')) continue
      const { hidden } = recordView(config, caller.level, resource)
      found.push(...(await FINDERS[resource](tenant, search, field => !hidden.has(field))))
    }
    return { result: true, message: '', payload: found }
  })
}
