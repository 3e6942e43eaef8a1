/** What was done, by whom. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { reaches } from '../../domain/authority'
import type { Deps } from '../deps'
import { listHistory } from '../store/history'
import { tenantOf } from '../store/tenancy'
import { answer } from './answers'
import { route } from './route'

const ROWS = 20

export function historyRoutes(app: FastifyInstance, { db, config }: Deps): void {
  route(app, endpoints.history.list, async ({ caller, query }) => {
    const { page_index: index = 1, page_limit: limit = ROWS } = query
    const { resources, levels, app: product } = config.current().shared
    const page = {
      index,
      limit: Math.min(limit, product.limits.pageLimit),
      shows: (resource: string, name: string) => {
        const field = resources[resource]?.fields[name]
        return !field || reaches(caller.level, field.read, levels.numbers)
      },
    }
    const { rows, count } = await listHistory(tenantOf(db, caller), query, page)
    return { ...answer(rows), count }
  })
}
