/** Routes of orders: methods, registration, list, counts and the caller's marks (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { markOrders } from '../../commands/orders/changeOrders'
import { countTargets, previewedTargets } from '../../commands/orders/orderTargets'
import { registerOrder } from '../../commands/orders/registerOrder'
import { withPgliteLimits } from '../../commands/pgliteLimits'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { countOrders, listMethods, listOrders } from '../../store/orders/orders'
import { viewOf } from '../../store/records/visible'
import { answer, messageOf } from '../answers'
import { authorize } from '../authorize'
import { pagingOf } from '../paging'
import { contextOf } from '../records/recordCalls'
import { repeatOf } from '../repeat'
import { route } from '../route'
import { orderFiltersOf } from './orderFilter'

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps

  route(app, endpoints.orders.methods, async ({ caller }) =>
    answer(await listMethods(authorize(deps, caller, 'methods', 'list'))),
  )

  route(app, endpoints.orders.register, async ({ caller, body, request }) => {
    authorize(deps, caller, 'orders', 'create')
    const repeat = repeatOf(deps, caller, request, body)
    const order = await withPgliteLimits(db, configOf(config, caller), 'orderTargets', ({ shared, server }) =>
      registerOrder(db, caller, body, { config: shared, server, now: now(), repeat }),
    )
    // The value is not logged: it may be a password, and it is stored in the order.
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
    const payload = await withPgliteLimits(db, configOf(config, caller), 'orderTargets', async ({ shared }) =>
      countTargets(await previewedTargets(tenant, body, shared.app.limits.orderTargets)),
    )
    return answer(payload)
  })

  route(app, endpoints.orders.list, async ({ caller, body, request }) => {
    const tenant = authorize(deps, caller, 'orders', 'list')
    const context = contextOf(deps, 'orders', request)
    const { app } = context.config
    return listOrders(
      tenant,
      orderFiltersOf({ ...context, tenant, caller, now: deps.now() }, body),
      pagingOf(body, context.config, app.limits.orders.perPage),
      viewOf(context, caller.level),
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
