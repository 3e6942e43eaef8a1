/** The route of the history of changes. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { listHistory } from '../../store/history'
import { historyField } from '../../store/records/reach'
import { tenantOf } from '../../store/tenancy'
import { answer } from '../answers'
import { pagingOf } from '../paging'
import { route } from '../route'

/** Counts of an order's devices in its history. */
const DEVICE_COUNTS: readonly string[] = ['total', 'cancelled']

export function historyRoutes(app: FastifyInstance, { db, config }: Deps): void {
  route(app, endpoints.history.list, async ({ caller, query }) => {
    const { shared } = configOf(config, caller)
    const tenant = tenantOf(db, caller)
    const isVisible = (resource: string, name: string) => {
      // These counts include devices outside the row rule.
      if (resource === 'orders' && tenant.hasRules('devices') && DEVICE_COUNTS.includes(name)) return false
      const described = ownValue(shared.resources, resource)
      const field = described && historyField(described, name)
      return !field || hasLevel(caller.level, field.read, shared.levels.numbers)
    }
    const paging = pagingOf(query, shared)
    const { rows, count } = await listHistory(tenant, query, paging, {
      resources: shared.resources,
      isVisible,
    })
    return { ...answer(rows), count }
  })
}
