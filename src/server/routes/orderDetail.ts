/** One order: its devices, their results, and taking it back (calls of ours, decision 22). */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Attachment, Order } from '../../contract/orders'
import { may } from '../../engine/access'
import type { Locale } from '../../engine/compiled'
import type { Caller } from '../caller'
import { cancelOrder } from '../commands/orders/cancelOrder'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { orderResults, resultsName, resultsWeight } from '../sheets/orderResults'
import { deviceView } from '../store/devices/deviceFields'
import { findOrder, listRecipients, listTargets } from '../store/orders/orderDetail'
import type { Tenant } from '../store/tenancy'
import { localeOf, reach } from './reach'
import { route } from './route'

export function orderDetailRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  const hiddenFrom = ({ level }: Caller) => deviceView(config.current().console, level).hidden

  const find = async (tenant: Tenant, id: number, caller: Caller) => {
    const found = await findOrder(tenant, id, hiddenFrom(caller))
    if (!found) throw new Refusal(404, 'notFound')
    return found
  }

  route(app, endpoints.orders.get, async ({ caller, params, request }) => {
    const { order, ...found } = await find(reach(deps, caller, 'orders', 'show'), params.id, caller)
    const cancels = may(config.current().console, caller.level, 'orders', 'create')
    return {
      result: true,
      message: '',
      payload: {
        ...order,
        ...found,
        cancellable: cancels ? order.waiting : 0,
        attachments: [resultsOf(order, localeOf(deps, request), config.translate)],
      },
    }
  })

  route(app, endpoints.orders.targets, async ({ caller, params, query }) => {
    const tenant = reach(deps, caller, 'orders', 'show')
    await find(tenant, params.id, caller)
    return listTargets(
      tenant,
      params.id,
      { status: query.status, search: query.search ?? '', hidden: hiddenFrom(caller) },
      {
        index: query.page_index ?? 1,
        limit: Math.min(query.page_limit ?? 20, config.current().console.app.limits.pageLimit),
      },
    )
  })

  route(app, endpoints.orders.recipients, async ({ caller, params, query }) => {
    const tenant = reach(deps, caller, 'orders', 'create')
    await find(tenant, params.id, caller)
    const payload = await listRecipients(tenant, params.id, {
      status: query.status,
      hidden: hiddenFrom(caller),
      max: config.current().console.app.limits.orderTargets,
    })
    return { result: true, message: '', payload }
  })

  route(app, endpoints.orders.results, async ({ caller, params, query, request, reply }) => {
    const tenant = reach({ ...deps, db: deps.long }, caller, 'orders', 'show')
    const { order } = await find(tenant, params.id, caller)
    const sheet = orderResults(tenant, order, {
      status: query.status,
      locale: query.locale ?? localeOf(deps, request),
      say: config.translate,
      hidden: hiddenFrom(caller),
    })
    reply.headers(sheet.headers)
    return Readable.from(sheet.body, { objectMode: false })
  })

  route(app, endpoints.orders.cancel, async ({ caller, params, request }) => {
    reach(deps, caller, 'orders', 'create')
    const cancelled = await cancelOrder(db, caller, params.id, now())
    request.log.info({ user: caller.id, order: params.id, devices: cancelled }, 'order cancelled')
    return { result: true, message: '', payload: { cancelled } }
  })
}

/** The one file that every order has; a server may offer others (decision 7). */
function resultsOf(order: Order, locale: Locale, say: Deps['config']['translate']): Attachment {
  return {
    id: order.id,
    photo: `${endpoints.orders.results.path.replace('{id}', String(order.id))}?locale=${locale}`,
    photoName: resultsName(order, locale, say),
    weight: resultsWeight(order.total),
  }
}
