/** The route of the history of changes. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { hasLevel } from '../../../domain/authority'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { listHistory } from '../../store/history'
import { tenantOf } from '../../store/tenancy'
import { answer } from '../answers'
import { pagingOf } from '../paging'
import { route } from '../route'

export function historyRoutes(app: FastifyInstance, { db, config }: Deps): void {
  route(app, endpoints.history.list, async ({ caller, query }) => {
    const { shared } = configOf(config, caller)
    const isVisible = (resource: string, name: string) => {
      const field = shared.resources[resource]?.fields[name]
      return !field || hasLevel(caller.level, field.read, shared.levels.numbers)
    }
    const paging = pagingOf(query, shared)
    const { rows, count } = await listHistory(tenantOf(db, caller), query, paging, isVisible)
    return { ...answer(rows), count }
  })
}
