/** Order methods, the registration of orders, their list and the caller's marks on them (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { markOrders } from '../commands/orders/changeOrders'
import { countTargets, previewedTargets } from '../commands/orders/orderTargets'
import { registerOrder } from '../commands/orders/registerOrder'
import { withPgliteLimits } from '../commands/pgliteLimits'
import type { Deps } from '../deps'
import { countOrders, listMethods, listOrders } from '../store/orders/orders'
import { answer, messageOf } from './answers'
import { authorize } from './authorize'
import { pagingOf } from './paging'
import { repeatOf } from './repeat'
import { route } from './route'

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps

  route(app, endpoints.orders.methods, async ({ caller }) =>
    answer(await listMethods(authorize(deps, caller, 'methods', 'list'))),
  )

  route(app, endpoints.orders.register, async ({ caller, body, request }) => {
    authorize(deps, caller, 'orders', 'create')
    const repeat = repeatOf(deps, caller, request, body)
    const order = await withPgliteLimits(db, config.current(), 'orderTargets', ({ shared, server }) =>
      registerOrder(db, caller, body, { config: shared, server, now: now(), repeat }),
    )
    // Who sent what to how many; what stands in it may be a password, and is in the order.
    request.log.info(
      {
        user: caller.id,
        order: order.id,
        code: body.code,
        devices: order.total,
        repeatable: repeat.key !== undefined,
      },
      'order registered',
    )
    return answer(order, messageOf(deps, request, 'orders', 'registered'))
  })

  route(app, endpoints.orders.preview, async ({ caller, body }) => {
    const tenant = authorize(deps, caller, 'orders', 'create')
    const payload = await withPgliteLimits(db, config.current(), 'orderTargets', async ({ shared }) =>
      countTargets(await previewedTargets(tenant, body, shared.app.limits.orderTargets)),
    )
    return answer(payload)
  })

  route(app, endpoints.orders.list, async ({ caller, body }) => {
    const { shared } = config.current()
    return listOrders(
      authorize(deps, caller, 'orders', 'list'),
      { status: body.status, search: (body.search ?? '').trim(), archived: body.archived ?? false },
      pagingOf(body, shared, shared.app.limits.orders.perPage),
    )
  })

  route(app, endpoints.orders.counts, async ({ caller }) =>
    answer(await countOrders(authorize(deps, caller, 'orders', 'list'))),
  )

  route(app, endpoints.orders.marks, async ({ caller, body }) => {
    authorize(deps, caller, 'orders', 'list')
    await markOrders(db, caller, body)
    return answer({})
  })
}
