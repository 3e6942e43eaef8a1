/** Order methods, the registration of orders, their list and the caller's marks on them (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { OrderQuery } from '../../../contract/orders'
import { addedFields } from '../../../engine/fields/addedFields'
import type { FieldProblem } from '../../../engine/validation/fieldProblem'
import { markOrders } from '../../commands/orders/changeOrders'
import { countTargets, previewedTargets } from '../../commands/orders/orderTargets'
import { registerOrder } from '../../commands/orders/registerOrder'
import { withPgliteLimits } from '../../commands/pgliteLimits'
import type { Deps } from '../../deps'
import { refuseProblems } from '../../refusal'
import { configOf } from '../../roles'
import { countOrders, listMethods, listOrders, type OrderFilters } from '../../store/orders/orders'
import { viewOf } from '../../store/records/visible'
import { answer, messageOf } from '../answers'
import { authorize } from '../authorize'
import { pagingOf } from '../paging'
import { furtherKeys, type Listing, listSqlOf } from '../records/lists'
import { contextOf } from '../records/recordCalls'
import { repeatOf } from '../repeat'
import { route } from '../route'

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
    // Sender, command and number of devices, without the value, which may be a password and is stored in the order.
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
    const search = (body.search ?? '').trim()
    const added = addedFilters({ ...context, tenant, caller }, body, search)
    return listOrders(
      tenant,
      { status: body.status, search, archived: body.archived ?? false, added },
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

/**
 * What is asked of the fields that config adds.
 *
 * @throws Refusal 422 for a key that is no filter of this caller's, by its name; 400 for a value that the field cannot have
 */
function addedFilters(listing: Listing, query: OrderQuery, search: string): OrderFilters['added'] {
  const { filters, searches, has, conditions } = listSqlOf({
    ...listing,
    resource: addedFields(listing.resource),
  })
  const asked: Record<string, unknown> = {}
  const unknown: Record<string, FieldProblem> = {}
  for (const [key, value] of Object.entries(furtherKeys(query, OrderQuery))) {
    const filter = filters.find(({ name, field }) => name === key || field === key)
    if (filter && has(filter.field ?? filter.name)) asked[filter.name] = value
    else unknown[key] = { code: 'field.unknown', params: {} }
  }
  refuseProblems(unknown)
  return {
    conditions: conditions(asked),
    search: search && searches ? conditions({ q: search })[0] : undefined,
  }
}
