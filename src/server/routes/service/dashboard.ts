/** Routes of the dashboard's figures (§7), for callers who may list devices. */
import type { FastifyInstance } from 'fastify'
import type { Attention } from '../../../contract/dashboard'
import { endpoints } from '../../../contract/endpoints'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { may } from '../../../engine/access'
import type { Caller } from '../../caller'
import type { Deps } from '../../deps'
import { orNotFound, Refusal } from '../../refusal'
import { configOf } from '../../roles'
import { dashboardStats, provinceCounts, provinceFigures } from '../../store/devices/dashboard'
import { fleetTrouble, onlineHistory } from '../../store/devices/fleetHistory'
import { failedOrders, largeOrders } from '../../store/orders/orderTrouble'
import { hiddenFields } from '../../store/records/visible'
import { answer } from '../answers'
import { authorize } from '../authorize'
import { countOrNull } from '../records/counts'
import type { Listing } from '../records/lists'
import { route } from '../route'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const contextOf = (caller: Caller) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const config = configOf(deps.config, caller).shared
    const hidden = hiddenFields(config, caller.level, 'devices')
    const mayListOrders = may(config, caller.level, 'orders', 'list')
    return { tenant, caller, config, hidden, mayListOrders, now: deps.now() }
  }

  route(app, endpoints.dashboard.stats, async ({ caller }) => {
    const { tenant, config, hidden } = contextOf(caller)
    return answer(await dashboardStats(tenant, config, hidden))
  })

  route(app, endpoints.dashboard.place, async ({ caller, query: { sido } }) => {
    const { tenant, config, hidden } = contextOf(caller)
    if (hidden.has('sido')) throw new Refusal(403, 'forbidden')
    if (!sido) return answer(await provinceCounts(tenant, config))
    return answer(orNotFound(await provinceFigures(tenant, config, sido)))
  })

  route(app, endpoints.dashboard.attention, async ({ caller }) => {
    const { hidden, mayListOrders, ...context } = contextOf(caller)
    const { tenant, config, now } = context
    const { belowNormal = 5 } = config.dashboard.attention ?? {}
    const weakBelow = config.app.limits.signal.warning
    const trouble = await fleetTrouble(tenant, { config, now, weakBelow, belowNormal, hidden })
    const failed = mayListOrders ? await failedOrders(tenant, now) : undefined
    const items = await attentionItems(context)
    return answer({ ...trouble, ...(failed && { failed }), items })
  })

  route(app, endpoints.dashboard.history, async ({ caller }) => {
    const { tenant, config, hidden, mayListOrders, now } = contextOf(caller)
    const history = await onlineHistory(tenant, now, hidden)
    const atLeast = config.dashboard.attention?.massOrder ?? 50
    const orders = mayListOrders ? await largeOrders(tenant, { now, atLeast }) : []
    return answer({ ...history, orders })
  })
}

/** The items that the caller may see, also those without records. */
async function attentionItems(context: Omit<Listing, 'resource'>): Promise<Attention['items']> {
  const { config, caller } = context
  const items: Attention['items'] = []
  for (const { name, resource: named, level, filter } of config.dashboard.attention?.items ?? []) {
    const resource = ownValue(config.resources, named)
    if (!resource || !hasLevel(caller.level, level, config.levels.numbers)) continue
    if (!may(config, caller.level, named, 'list')) continue
    const found = await countOrNull({ ...context, resource }, filter)
    if (found) items.push({ name, ...found })
  }
  return items
}
