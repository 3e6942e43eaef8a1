/** Routes of vendors, for masters and in part for the vendor's own staff (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { Vendor } from '../../../contract/vendors'
import type { Deps } from '../../deps'
import { answerList } from '../records/lists'
import { answerImages } from '../records/pictures'
import { answerRecord, answerRemoved, answerSaved } from '../records/recordCalls'
import { route } from '../route'

export function vendorRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, images, get, create, update, remove } = endpoints.vendors

  route(app, list, call => answerList<Vendor>(deps, call, 'vendors', { sort: 'id' }))
  route(app, images, call => answerImages(deps, call, 'vendors'))
  route(app, get, call => answerRecord<Vendor>(deps, call, 'vendors', call.params.id))
  route(app, create, call => answerSaved<Vendor>(deps, call, 'vendors', { input: call.body }))
  route(app, update, call =>
    answerSaved<Vendor>(deps, call, 'vendors', { id: call.params.id, input: call.body }),
  )
  route(app, remove, call => answerRemoved(deps, call, 'vendors', call.params.id))
}
