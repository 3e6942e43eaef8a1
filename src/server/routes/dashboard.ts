/** The figures of the dashboard (§7). Who may list devices may know how many there are. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { dashboardStats, provinceCounts, provinceFigures } from '../store/devices/dashboard'
import { deviceView } from '../store/devices/deviceFields'
import { reach } from './reach'
import { route } from './route'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const config = () => deps.config.current().console

  route(app, endpoints.dashboard.stats, async ({ caller }) => {
    const tenant = reach(deps, caller, 'devices', 'list')
    const { hidden } = deviceView(config(), caller.level)
    return { result: true, message: '', payload: await dashboardStats(tenant, config(), hidden) }
  })

  route(app, endpoints.dashboard.place, async ({ caller, query: { sido } }) => {
    const tenant = reach(deps, caller, 'devices', 'list')
    if (deviceView(config(), caller.level).hidden.has('sido')) throw new Refusal(403, 'forbidden')
    if (!sido) return { result: true, message: '', payload: await provinceCounts(tenant, config()) }
    const figures = await provinceFigures(tenant, config(), sido)
    if (!figures) throw new Refusal(404, 'notFound')
    return { result: true, message: '', payload: figures }
  })
}
