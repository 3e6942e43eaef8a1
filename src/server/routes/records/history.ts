/** The routes of the history of changes. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { HistoryRow } from '../../../contract/history'
import { undoChange } from '../../commands/records/undoChange'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { answer, localeOf, messageOf } from '../answers'
import { route } from '../route'
import { answerList } from './lists'

export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  // Never the whole history: without a page the first one.
  route(app, endpoints.history.list, ({ query, ...call }) =>
    answerList<HistoryRow>(deps, { ...call, query: { page_index: 1, ...query } }, 'history', { sort: 'at' }),
  )

  route(app, endpoints.history.undo, async ({ caller, params, request }) => {
    const config = configOf(deps.config, caller).shared
    const undone = await undoChange(deps.db, caller, params.id, { config, locale: localeOf(deps, request) })
    return answer(undone, messageOf(deps, request, undone.resource, 'updated'))
  })
}
