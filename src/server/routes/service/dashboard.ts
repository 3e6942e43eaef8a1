/** Routes of the dashboard's figures (§7), for callers who may list devices. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { Caller } from '../../caller'
import type { Deps } from '../../deps'
import { orNotFound, Refusal } from '../../refusal'
import { configOf } from '../../roles'
import { dashboardStats, provinceCounts, provinceFigures } from '../../store/devices/dashboard'
import { hiddenFields } from '../../store/records/visible'
import { answer } from '../answers'
import { authorize } from '../authorize'
import { route } from '../route'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const configFor = (caller: Caller) => configOf(deps.config, caller).shared

  route(app, endpoints.dashboard.stats, async ({ caller }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const config = configFor(caller)
    return answer(await dashboardStats(tenant, config, hiddenFields(config, caller.level, 'devices')))
  })

  route(app, endpoints.dashboard.place, async ({ caller, query: { sido } }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const config = configFor(caller)
    if (hiddenFields(config, caller.level, 'devices').has('sido')) throw new Refusal(403, 'forbidden')
    if (!sido) return answer(await provinceCounts(tenant, config))
    return answer(orNotFound(await provinceFigures(tenant, config, sido)))
  })
}
