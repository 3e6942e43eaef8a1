/** The route of the search box in the top bar. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { SEARCHED, type SearchHit } from '../../../contract/search'
import { may } from '../../../engine/access'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { hiddenFields } from '../../store/records/visible'
import { searchRecords } from '../../store/search'
import { tenantOf } from '../../store/tenancy'
import { answer } from '../answers'
import { route } from '../route'

/** Maximum number of hits per resource. */
const MAX_HITS = 10

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.search.find, async ({ caller, query }) => {
    const config = configOf(deps.config, caller).shared
    const text = query.q.trim()
    const search = { text, max: MAX_HITS, minDigits: config.app.limits.deviceSearch.min }
    const tenant = tenantOf(deps.db, caller)
    const hits: SearchHit[] = []
    for (const resource of SEARCHED) {
      if (text === '' || !may(config, caller.level, resource, 'list')) continue
      const hidden = hiddenFields(config, caller.level, resource)
      hits.push(...(await searchRecords(tenant, resource, search, field => !hidden.has(field))))
    }
    return answer(hits)
  })
}
