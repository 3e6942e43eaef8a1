/** Vendors: for masters, and in part for their own staff (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { removeVendor } from '../commands/records/removeRecords'
import { saveVendor } from '../commands/records/saveVendor'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { findVendor, toVendor, vendorRows } from '../store/records/vendors'
import { recordView } from '../store/records/view'
import { answerList } from './listPage'
import { answerImages } from './pictures'
import { localeOf, messageOf, reach } from './reach'
import { createOnce } from './repeat'
import { route } from './route'

export function vendorRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const viewOf = (level: number) => recordView(config.current().console, level, 'vendors')

  route(app, endpoints.vendors.list, async ({ caller, query, request }) => {
    const tenant = reach(deps, caller, 'vendors', 'list')
    const view = viewOf(caller.level)
    return answerList(query, {
      tenant,
      caller,
      config: config.current().console,
      resource: 'vendors',
      locale: localeOf(deps, request),
      rows: unread => vendorRows(tenant, unread),
      sort: 'id',
      show: row => toVendor(row, view),
    })
  })

  route(app, endpoints.vendors.images, ({ caller, reply }) => answerImages(deps, caller, reply, 'vendors'))

  route(app, endpoints.vendors.get, async ({ caller, params }) => {
    const found = await findVendor(reach(deps, caller, 'vendors', 'show'), params.id)
    if (!found) throw new Refusal(404, 'notFound')
    return { result: true, message: '', payload: toVendor(found, viewOf(caller.level)) }
  })

  route(app, endpoints.vendors.create, async ({ caller, body, request }) => {
    reach(deps, caller, 'vendors', 'create')
    const settings = { input: body, config: config.current().console }
    const payload = await createOnce(deps, caller, request, tx => saveVendor(tx, caller, settings))
    return { result: true, message: messageOf(deps, request, 'vendors', 'created'), payload }
  })

  route(app, endpoints.vendors.update, async ({ caller, params, body, request }) => {
    reach(deps, caller, 'vendors', 'edit')
    const settings = { id: params.id, input: body, config: config.current().console }
    const payload = await saveVendor(db, caller, settings)
    return { result: true, message: messageOf(deps, request, 'vendors', 'updated'), payload }
  })

  route(app, endpoints.vendors.remove, async ({ caller, params, request }) => {
    reach(deps, caller, 'vendors', 'delete')
    await removeVendor(db, caller, params.id, config.current().console)
    return { result: true, message: messageOf(deps, request, 'vendors', 'deleted') }
  })
}
