/** The route of the history of changes. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { HistoryRow } from '../../../contract/history'
import type { Deps } from '../../deps'
import { route } from '../route'
import { answerList } from './lists'

export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  // Never the whole history: without a page the first one.
  route(app, endpoints.history.list, ({ query, ...call }) =>
    answerList<HistoryRow>(deps, { ...call, query: { page_index: 1, ...query } }, 'history', { sort: 'at' }),
  )
}
