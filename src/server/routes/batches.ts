/** Models, batches and bunches: the choices of filters, compose and the group screens (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Deps } from '../deps'
import { listBatches, listBunches, listModels } from '../store/batches'
import { reach } from './reach'
import { route } from './route'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.batches.models, async ({ caller }) => ({
    result: true,
    message: '',
    payload: await listModels(reach(deps, caller, 'models', 'list')),
  }))

  route(app, endpoints.batches.list, async ({ caller, query }) => ({
    result: true,
    message: '',
    // The dropdown's "all models" is 0.
    payload: await listBatches(reach(deps, caller, 'batches', 'list'), query.model || undefined),
  }))

  route(app, endpoints.batches.bunches, async ({ caller, query }) => ({
    result: true,
    message: '',
    payload: await listBunches(reach(deps, caller, 'bunches', 'list'), query.batch),
  }))
}
