/** Routes of one order: its devices and results, and its cancellation (calls beyond §7, decision 22). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { Attachment, Order } from '../../../contract/orders'
import { may } from '../../../engine/access'
import type { Caller } from '../../caller'
import { cancelOrder } from '../../commands/orders/changeOrders'
import type { Deps } from '../../deps'
import { orNotFound } from '../../refusal'
import { configOf } from '../../roles'
import type { SheetWords } from '../../sheets/download'
import {
  addedColumns,
  orderResults,
  resultsName,
  resultsWeight,
  valueColumns,
} from '../../sheets/orderResults'
import { findOrder, listRecipients, listTargets } from '../../store/orders/orderDetail'
import { hiddenFields, viewOf } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { answer, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { sendDownload } from '../downloads'
import { pagingOf } from '../paging'
import { contextOf, type RecordCall } from '../records/recordCalls'
import { route } from '../route'

export function orderDetailRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  const sharedFor = (caller: Caller) => configOf(config, caller).shared
  const hiddenFrom = (caller: Caller) => hiddenFields(sharedFor(caller), caller.level, 'devices')

  const find = async (
    tenant: Tenant,
    id: number,
    { caller, request }: Pick<RecordCall, 'caller' | 'request'>,
  ) => {
    const view = viewOf(contextOf(deps, 'orders', request), caller.level)
    return orNotFound(await findOrder(tenant, id, { hidden: hiddenFrom(caller), view }))
  }

  route(app, endpoints.orders.get, async ({ caller, params, request }) => {
    const { order, ...found } = await find(authorize(deps, caller, 'orders', 'show'), params.id, {
      caller,
      request,
    })
    const mayCancel = may(sharedFor(caller), caller.level, 'orders', 'create')
    return answer({
      ...order,
      ...found,
      cancellable: mayCancel ? order.waiting : 0,
      attachments: [resultsOf(order, wordsOf(deps, request))],
    })
  })

  route(app, endpoints.orders.targets, async ({ caller, params, query, request }) => {
    const tenant = authorize(deps, caller, 'orders', 'show')
    await find(tenant, params.id, { caller, request })
    return listTargets(
      tenant,
      params.id,
      { status: query.status, search: query.search ?? '', hidden: hiddenFrom(caller) },
      pagingOf(query, sharedFor(caller)),
    )
  })

  route(app, endpoints.orders.recipients, async ({ caller, params, query, request }) => {
    const tenant = authorize(deps, caller, 'orders', 'create')
    await find(tenant, params.id, { caller, request })
    const payload = await listRecipients(tenant, params.id, {
      status: query.status,
      hidden: hiddenFrom(caller),
      max: sharedFor(caller).app.limits.orderTargets,
    })
    return answer(payload)
  })

  route(app, endpoints.orders.results, async call => {
    const { caller, params, query, request } = call
    const tenant = authorize({ ...deps, db: deps.bulkDb }, caller, 'orders', 'show')
    const { order } = await find(tenant, params.id, { caller, request })
    const { locale, translate } = wordsOf(deps, request)
    const words = { locale: query.locale ?? locale, translate }
    const shared = sharedFor(caller)
    const added = await addedColumns(tenant, order, { config: shared, level: caller.level }, words)
    const filter = { status: query.status, search: query.search ?? '', hidden: hiddenFrom(caller) }
    const orderColumns = [...valueColumns(order, words), ...added]
    const { format = 'xlsx' } = query
    const download = orderResults(tenant, order, filter, orderColumns, { ...words, format })
    return sendDownload(deps, call, { download, format, resource: 'orders', record: params.id })
  })

  route(app, endpoints.orders.cancel, async ({ caller, params, request }) => {
    authorize(deps, caller, 'orders', 'create')
    const cancelled = await cancelOrder(db, caller, params.id, now())
    request.log.info({ user: caller.id, order: params.id, devices: cancelled }, 'order cancelled')
    return answer({ cancelled })
  })
}

/** The file of results, the only attachment of an order. */
function resultsOf(order: Order, words: SheetWords): Attachment {
  return {
    id: order.id,
    photo: `${endpoints.orders.results.path.replace('{id}', String(order.id))}?locale=${words.locale}`,
    photoName: resultsName(order, { ...words, format: 'xlsx' }),
    weight: resultsWeight(order.total),
  }
}
