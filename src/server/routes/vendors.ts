/** Vendors: for masters, and in part for their own staff (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Vendor } from '../../contract/vendors'
import type { Deps } from '../deps'
import { answer } from './answers'
import { authorize } from './authorize'
import { answerList } from './lists'
import { answerImages } from './pictures'
import { answerRemoved, answerSaved, contextOf, readRecord } from './recordCalls'
import { route } from './route'

export function vendorRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, images, get, create, update, remove } = endpoints.vendors

  route(app, list, async ({ caller, query, request }) => {
    const tenant = authorize(deps, caller, 'vendors', 'list')
    const listing = { ...contextOf(deps, 'vendors', request), tenant, caller }
    return answerList<Vendor>(query, listing, { sort: 'id' })
  })

  route(app, images, call => answerImages(deps, call, 'vendors'))

  route(app, get, async call => {
    const tenant = authorize(deps, call.caller, 'vendors', 'show')
    const record = await readRecord(tenant, call, contextOf(deps, 'vendors', call.request), call.params.id)
    return answer(record as Vendor)
  })

  route(app, create, call => answerSaved<Vendor>(deps, call, 'vendors', { input: call.body }))
  route(app, update, call =>
    answerSaved<Vendor>(deps, call, 'vendors', { id: call.params.id, input: call.body }),
  )
  route(app, remove, call => answerRemoved(deps, call, 'vendors', call.params.id))
}
